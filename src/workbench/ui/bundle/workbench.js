// node_modules/preact/dist/preact.mjs
var e, t, n, r, i, a, o, s, c, l, u = Symbol.for("pv"), d = {}, f = [], p = /^m(i|n|o|s|text|space)$/, m = Array.isArray, h = f.slice, g = Object.assign;
function _(e) {
	e && e.parentNode && e.remove();
}
function v(e, t, n) {
	var r, i, a, o = {}, s = arguments.length;
	for (a in t) a == "key" ? r = t[a] : a == "ref" && typeof e != "function" ? i = t[a] : o[a] = t[a];
	return s > 2 && (o.children = s > 3 ? h.call(arguments, 2) : n), y(e, o, r, i, null);
}
function y(n, r, i, a, o) {
	var s = {
		type: n,
		props: r,
		key: i,
		ref: a,
		__k: null,
		__: null,
		__b: 0,
		__e: null,
		__c: null,
		constructor: u,
		__v: o || ++t,
		__i: -1,
		__u: 0
	};
	return !o && e.vnode && e.vnode(s), s;
}
function b(e) {
	return e.children;
}
function x(e, t) {
	this.props = e, this.context = t, this.__g = 0;
}
function S(e, t) {
	if (t == null) return e.__ && S(e.__, e.__i + 1);
	for (var n; t < e.__k.length; t++) if ((n = e.__k[t]) && n.__e) return n.__e;
	return typeof e.type != "function" || e.props.__P ? null : S(e);
}
function C(t) {
	var n, r = t.__v, i = r.__e, a = [], o = [], s = t.__P;
	s && ((n = g({ constructor: u }, r)).__v = r.__v + 1, e.vnode && e.vnode(n), A(s, n, r, t.__n, s.namespaceURI, 32 & r.__u ? [i] : null, a, i || S(r), 32 & r.__u, o), n.__v = r.__v, n.__.__k[n.__i] = n, oe(a, n, o), r.__ = r.__e = null, n.__e != i && w(n));
}
function w(e) {
	if ((e = e.__) && e.__c && !e.props.__P) return e.__e = null, e.__k.some(function(t) {
		return t && (e.__e = t.__e);
	}), w(e);
}
function T(t) {
	(8 & t.__g || (t.__g |= 8, n.push(t), i++)) && r == e.debounceRendering || ((r = e.debounceRendering) || queueMicrotask)(E);
}
function E() {
	try {
		for (var e, t = 1; n.length;) n.length > t && n.sort(a), e = n.shift(), t = n.length, 8 & e.__g && C(e);
	} finally {
		(i = n.length) && (r || queueMicrotask)(E);
	}
}
function ee(e, t, n, r, i, a, o, s, c, l, u) {
	var p, m, h, g, _, v, y = r.__k || f, b = t.length;
	for (c = D(n, t, y, c, b), p = 0; p < b; p++) (h = n.__k[p]) != null && (m = ~h.__i && y[h.__i] || d, h.__i = p, v = A(e, h, m, i, a, o, s, c, l, u), g = h.__e, (m.ref != h.ref || 8 & m.__u) && (m.ref && j(m.ref, null, h, m), h.ref && u.push(h.ref, h.__c || g, h)), _ ||= g, 4 & h.__u ? (c = O(h, c, e, !m.__v), m.__e && (m.__e = null)) : typeof h.type == "function" && v !== void 0 ? c = v : g && (c = g.nextSibling), h.__u &= -21);
	return n.__e = _, c;
}
function D(e, t, n, r, i) {
	var a, o, s, c, l, d, f, p, h, g = n.length, _ = g, v = 0, x = 0, C = e.__k = Array(i);
	for (a = 0; a < i; a++) (o = t[a]) != null && typeof o != "boolean" && typeof o != "function" ? (typeof o != "object" || o.constructor === String ? o = C[a] = y(null, o) : m(o) ? o = C[a] = y(b, { children: o }) : o.constructor === u && o.__b ? o = C[a] = y(o.type, o.props, o.key, o.ref, o.__v) : C[a] = o, c = a + v, o.__ = e, o.__b = e.__b + 1, s = null, ~(l = o.__i = k(o, n, c, _)) && (_--, (s = n[l]) && (s.__u |= 2)), s && s.__v ? (o.__u |= 16, l == c - 1 ? v-- : l == c + 1 ? v++ : l != c && (l > c ? v-- : v++, x = 1)) : (~l || (i > g ? v-- : i < g && v++), typeof o.type != "function" && (o.__u |= 4))) : C[a] = null;
	if (x) {
		for (d = [], f = [], a = 0; a < i; a++) if ((o = C[a]) && 16 & o.__u) {
			for (v = 0, p = d.length; v < p;) d[h = v + p >> 1] < o.__i ? v = h + 1 : p = h;
			d[v] = o.__i, f[a] = v + 1;
		}
		for (v = d.length; a--;) f[a] && (f[a] == v ? v-- : C[a].__u |= 4);
	}
	if (_) for (a = 0; a < g; a++) !(s = n[a]) || 2 & s.__u || (s.__e == r && (r = S(s)), ce(s, s));
	return r;
}
function O(e, t, n, r) {
	var i, a, o, s;
	if (typeof e.type == "function") {
		if (e.props.__P) return t;
		if (i = e.__k) for (a = 0; a < i.length; a++) i[a] && (i[a].__ = e, t = O(i[a], t, n, !1));
		return t;
	}
	for (t && !t.parentNode && (t = S(e)) && !t.parentNode && (t = null), o = e.__e, s = t; s && s.nodeType == 8;) s = s.nextSibling;
	for (o != s && (!r && n.moveBefore && o.parentNode ? n.moveBefore(o, t) : n.insertBefore(o, t || null)), t = o; (t &&= t.nextSibling) && t.nodeType == 8 && !t.data.startsWith("$s"););
	return t;
}
function k(e, t, n, r) {
	var i, a = e.key, o = e.type, s = t[n], c = s && !(2 & s.__u);
	if (s === null && a == null || c && a == s.key && o == s.type) return n;
	if (r > +!!c) {
		for (i = n - 1; i >= 0; i--) if ((s = t[i]) && !(2 & s.__u) && a == s.key && o == s.type) return i;
		for (i = n + 1; i < t.length; i++) if ((s = t[i]) && !(2 & s.__u) && a == s.key && o == s.type) return i;
	}
	return -1;
}
function te(e, t, n) {
	n ??= "", t[0] == "-" ? e.setProperty(t, n) : e[t] = n;
}
function ne(e, t, n, r, i) {
	var a, o;
	if (t == "style") {
		if (typeof n == "string") e.style.cssText = n;
		else {
			if (typeof r == "string" && (e.style.cssText = r = ""), r) for (t in r) n && t in n || te(e.style, t);
			if (n) for (t in n) r && n[t] == r[t] || te(e.style, t, n[t]);
		}
	} else if (t[0] == "o" && t[1] == "n") typeof n != "function" && (n = null), typeof r != "function" && (r = null), (e.__e ||= {})[t] = n, n && r || (o = l[t] || (l[t] = re(t)), (e.__a ||= {})[t] = c, a = t != (t = t.replace(s, "$1")), (t = t.slice(2))[0] < "a" && (t = t.toLowerCase()), n ? e.addEventListener(t, o, a) : e.removeEventListener(t, o, a));
	else {
		if (i == "http://www.w3.org/2000/svg") t = t.replace(/xlink(H|:h)/, "h").replace(/sName$/, "s");
		else if (t != "width" && t != "height" && t != "href" && t != "list" && t != "form" && t != "tabIndex" && t != "download" && t != "rowSpan" && t != "colSpan" && t != "role" && t != "popover" && t in e) try {
			e[t] = n ?? "";
			return;
		} catch {}
		if (typeof n == "function") return;
		n == null || !1 === n && t[4] != "-" ? e.removeAttribute(t) : e.setAttribute(t, t == "popover" && n == 1 ? "" : n);
	}
}
function re(t) {
	return function(n) {
		var r = this.__e;
		if (r) {
			if (r = r[t], n[o] == null) n[o] = c++;
			else if (n[o] < this.__a[t]) return;
			return r(e.event ? e.event(n) : n);
		}
	};
}
function A(t, n, r, i, a, o, s, c, l, d) {
	var p, h, v, y, C, w, T, E, D, O, k, te, ne, re, A, oe, j, ue, M = n.type;
	if (n.constructor !== u) return null;
	128 & r.__u && (l = 32 & r.__u, p = r.__c.__z) && (n.__u |= l, h = o = [], p.nodeType == 8 ? c = ie(p, o) : o.push(p), c = o[0] || c), (p = e.__b) && p(n);
	n: if (typeof M == "function") {
		v = s.length;
		try {
			if (E = n.props, D = (p = M.prototype) && p.render, O = (p = M.contextType) && i[p.__c], k = p ? O ? O.props.value : p.__ : i, (y = r.__c) ? (n.__c = y, 2 & y.__g && (y.__g |= 1)) : (D ? n.__c = y = new M(E, k) : (n.__c = y = new x(E, k), y.constructor = M, y.render = le), O && O.sub(y), y.state || (y.state = {}), y.__n = i, y.__g |= 8, y.__h = [], y.__k = []), D && (y.__s || (y.__s = y.state), M.getDerivedStateFromProps && (y.__s == y.state && (y.__s = g({}, y.__s)), g(y.__s, M.getDerivedStateFromProps(E, y.__s)))), C = y.props, w = y.state, y.__v = n, r.__c) {
				if (E !== C && D && !M.getDerivedStateFromProps && y.componentWillReceiveProps && y.componentWillReceiveProps(E, k), n.__v == r.__v && !(8 & y.__g) || !(4 & y.__g) && y.shouldComponentUpdate && !1 === y.shouldComponentUpdate(E, y.__s, k)) {
					n.__v != r.__v && (y.props = E, y.state = y.__s, y.__g &= -9), n.__e = r.__e, n.__k = r.__k, n.__k.some(function(e) {
						e && (e.__ = n);
					}), f.push.apply(y.__h, y.__k), y.__k = [], y.__h.length && s.push(y), c = S(r);
					break n;
				}
				y.componentWillUpdate && y.componentWillUpdate(E, y.__s, k), D && y.componentDidUpdate && y.__h.push(function() {
					y.componentDidUpdate(C, w, T);
				});
			} else D && !M.getDerivedStateFromProps && y.componentWillMount && y.componentWillMount(), D && y.componentDidMount && y.__h.push(y.componentDidMount);
			y.context = k, y.props = E, y.__P = t, y.__g &= -5, te = e.__r, ne = D ? 25 : 0;
			do
				y.__g &= -9, te && te(n), p = y.render(y.props, y.state = y.__s, y.context);
			while (8 & y.__g && ++ne < 25);
			D && (f.push.apply(y.__h, y.__k), y.__k = []), y.state = y.__s, y.getChildContext && (i = g({}, i, y.getChildContext())), D && r.__c && y.getSnapshotBeforeUpdate && (T = y.getSnapshotBeforeUpdate(C, w)), re = p && p.type === b && p.key == null ? p.props.children : p, E.__P && (p = c, a = (t = E.__P).namespaceURI, l = o = null, r.props && r.props.__P != t && (r.__k.some(function(e) {
				e && ce(e, e);
			}), r.__k = null), c = r.__k ? S(r, 0) : null), c = ee(t, m(re) ? re : [re], n, r, i, a, o, s, c, l, d), E.__P && (n.__e = null, c = p), n.__u &= -161, h && h.some(_), y.__h.length && s.push(y), 1 & y.__g && (y.__g &= -4);
		} catch (t) {
			if (s.length = v, n.__v = null, l || o) {
				if (t && t.then) {
					if (n.__u |= 128 | l, o) {
						for (~(j = o.indexOf(c || void 0)) || (j = o.length); (ue = o[j - 1]) && ue.nodeType == 8;) j--;
						for (; j < o.length; j++) if (ue = o[j]) {
							if (o[j] = null, A) {
								if (ue == oe) break;
							} else {
								if (ue.nodeType != 8) break;
								ue.data.startsWith("$s") && (oe = ie(A = ue));
							}
						}
					}
					if (!A) {
						for (; c && c.nodeType == 8 && c.nextSibling;) c = c.nextSibling;
						A = c;
					}
					(p = ie(A = n.__c.__z || (n.__c.__z = A))) ? (n.__e = A, c = p) : n.__e = c, c &&= c.nextSibling;
				} else o && o.some(_);
			} else n.__e = r.__e;
			n.__k ||= r.__k || [], t && t.then || ae(n), e.__e(t, n, r);
		}
	} else c = n.__e = se(r.__e, n, r, i, a, o, s, l, d, t);
	return (p = e.diffed) && p(n), c;
}
function ie(e, t) {
	if (e && e.nodeType == 8 && e.data.startsWith("$s")) for (var n = 1; e = e.nextSibling;) {
		if (e.nodeType == 8) {
			if (e.data.startsWith("$s")) n++;
			else if (e.data.startsWith("/$s") && !--n) return e;
		}
		t && t.push(e);
	}
}
function ae(e) {
	e && (e.__c && (e.__c.__g |= 4), e.__k && e.__k.some(ae));
}
function oe(t, n, r) {
	for (var i = 0; i < r.length;) j(r[i++], r[i++], r[i++]);
	e.__c && e.__c(n, t), t.some(function(n) {
		try {
			t = n.__h, n.__h = [], t.some(function(e) {
				e.call(n);
			});
		} catch (t) {
			e.__e(t, n.__v);
		}
	});
}
function se(t, n, r, i, a, o, s, c, l, u) {
	var f, g, v, y, b, x, C, w, T = r.props || d, E = n.props, D = n.type;
	if (D == "svg" ? a = "http://www.w3.org/2000/svg" : D == "math" ? a = "http://www.w3.org/1998/Math/MathML" : a ||= "http://www.w3.org/1999/xhtml", o) {
		for (f = 0; f < o.length; f++) if ((b = o[f]) && (D ? b.localName == D : b.nodeType == 3)) {
			t = b, o[f] = null;
			break;
		}
	}
	if (!t) {
		if (w = u.ownerDocument || document, !D) return w.createTextNode(E);
		t = w.createElementNS(a, D, E.is ? E : u), c &&= (e.__m && e.__m(n, o), !1), o = null;
	}
	if (D) {
		if (u = D == "template" && t.content || t, o = D == "textarea" && E.defaultValue != null ? null : o && h.call(u.childNodes), !c && o) for (T = {}, f = 0; f < t.attributes.length; f++) T[(b = t.attributes[f]).name] = b.value;
		for (f in T) b = T[f], f == "dangerouslySetInnerHTML" ? v = b : f == "children" || f in E || f == "value" && "defaultValue" in E || f == "checked" && "defaultChecked" in E || ne(t, f, null, b, a);
		for (f in E) b = E[f], f == "children" ? y = b : f == "dangerouslySetInnerHTML" ? g = b : f == "value" ? x = b : f == "checked" ? C = b : c && typeof b != "function" || T[f] === b || ne(t, f, b, T[f], a);
		g ? (c || v && (g.__html == v.__html || g.__html == t.innerHTML) || (t.innerHTML = g.__html), n.__k = []) : (v && (t.textContent = ""), (D == "foreignObject" || a == "http://www.w3.org/1998/Math/MathML" && p.test(D)) && (a = "http://www.w3.org/1999/xhtml"), ee(u, m(y) ? y : [y], n, r, i, a, o, s, o ? o[0] : r.__k && S(r, 0), c, l), o && o.some(_)), c && D != "textarea" || (f = "value", D == "progress" && x == null ? t.removeAttribute(f) : x == null || x === t[f] && (D != "progress" || x) || ne(t, f, x, T[f], a), f = "checked", C != null && C != t[f] && ne(t, f, C, T[f], a));
	} else T === E || c && t.data == E || (t.data = E);
	return t;
}
function j(t, n, r, i) {
	try {
		typeof t == "function" ? n ? n.__x = t(n) || 1 : (i &&= i.__c || i.__e) && (n = i.__x) && (i.__x = null, typeof n == "function" ? n() : t(null)) : t.current = n;
	} catch (t) {
		e.__e(t, r);
	}
}
function ce(t, n, r) {
	var i, a, o, s;
	if (e.unmount && e.unmount(t), !(i = t.ref) || i.current && i.current != t.__e || j(i, null, n, t), i = t.__c) {
		if (i.componentWillUnmount) try {
			i.componentWillUnmount();
		} catch (t) {
			e.__e(t, n);
		}
		i.__P = i.__n = null;
	}
	if (i = t.__k) for (s = 0; s < i.length; s++) i[s] && ce(i[s], n, typeof t.type != "function" || r && !t.props.__P);
	!r && (i = t.__c) && (i = i.__z) && (a = ie(i, o = [])) && (i == t.__e && o.some(_), _(a), _(i)), r || _(t.__e), t.__e = t.__c = t.__ = null;
}
function le(e, t, n) {
	return this.constructor(e, n);
}
function ue(t, n) {
	var r, i, a, o;
	e.__ && e.__(t, n), n.nodeType == 9 && (n = n.documentElement), i = (r = t && 32 & t.__u) ? null : n.__k, n.__k = y(b, { children: [t] }), a = [], o = [], A(n, n.__k, i || d, d, n.namespaceURI, i ? null : n.firstChild ? h.call(n.childNodes) : null, a, i ? i.__e : n.firstChild, r, o), oe(a, n.__k, o), n.__k.props.children = null;
}
e = { __e: function(e, t, n, r) {
	for (var a, o, s; t = t.__;) if ((a = t.__c) && !(1 & a.__g)) {
		a.__g |= 4;
		try {
			if ((s = (o = a.constructor) && o.getDerivedStateFromError) && a.setState(o.getDerivedStateFromError(e)), a.componentDidCatch && (a.componentDidCatch(e, r || {}), s = 1), s && 8 & a.__g) return void (a.__g |= 2);
		} catch (t) {
			e = t;
		}
	}
	throw i = 0, e;
} }, t = 0, x.prototype.setState = function(e, t) {
	var n = this.__s;
	n && n != this.state || (n = this.__s = g({}, this.state)), typeof e == "function" && (e = e(g({}, n), this.props)), e && (g(n, e), this.__v && (t && this.__k.push(t), T(this)));
}, x.prototype.forceUpdate = function(e) {
	this.__v && (this.__g |= 4, e && this.__h.push(e), T(this));
}, x.prototype.render = b, n = [], i = 0, a = function(e, t) {
	return e.__v.__b - t.__v.__b;
}, o = Symbol(), s = /(PointerCapture)$|Capture$/i, c = 0, l = {};
// node_modules/preact/hooks/dist/hooks.mjs
var M, N, de, fe, pe = Object.is, me = 0, he = [], ge = [], P = e, _e = P.__b, ve = P.__r, ye = P.diffed, be = P.__c, xe = P.unmount, Se = P.__;
function Ce(e, t) {
	P.__h && P.__h(N, e, me || t), me = 0;
	var n = N.__H || (N.__H = {
		__: [],
		__h: []
	});
	return e >= n.__.length && n.__.push({}), n.__[e];
}
function F(e) {
	return me = 1, we(Pe, e);
}
function we(e, t, n) {
	var r = Ce(M++, 2);
	if (r.t = e, !r.__c && (r.__ = [n ? n(t) : Pe(void 0, t), function(e) {
		var t = (r.__N || r.__)[0], n = r.t(t, e);
		pe(t, n) || (r.__N = [n, r.__[1]], r.__c.setState({}));
	}], r.__c = N, !N.__f)) {
		N.__f = !0;
		var i = N.shouldComponentUpdate;
		N.shouldComponentUpdate = function(e, t, n) {
			var r = this.__H;
			if (!r) return !0;
			var a = !1, o = this.props != e;
			if (r.__.some(function(e) {
				e.__N && (a = !0, pe(e.__[0], e.__N[0]) || (o = !0));
			}), i) {
				var s = i.call(this, e, t, n);
				return a ? s || o : s;
			}
			return !a || o;
		};
	}
	return r.__;
}
function I(e, t) {
	var n = Ce(M++, 3);
	!P.__s && Ne(n.__H, t) && (n.__P = !0, n.__ = e, n.u = t, N.__H.__h.push(n));
}
function Te(e, t) {
	var n = Ce(M++, 4);
	!P.__s && Ne(n.__H, t) && (n.__P = !1, n.__ = e, n.u = t, N.__h.push(n));
}
function L(e) {
	return me = 5, R(function() {
		return { current: e };
	}, []);
}
function R(e, t) {
	var n = Ce(M++, 7);
	return Ne(n.__H, t) && (n.__ = e(), n.__H = t), n.__;
}
function Ee() {
	var e = Ce(M++, 11);
	if (!e.__) {
		for (var t = N.__v; !t.__m && t.__;) t = t.__;
		var n = t.__m || (t.__m = [0, 0]);
		e.__ = "P" + n[0] + "-" + n[1]++;
	}
	return e.__;
}
function De() {
	var e;
	do {
		for (; e = ge.shift();) try {
			je(e);
		} catch (t) {
			P.__e(t, { __: (e = e.__P) && e.__v });
		}
		for (; e = he.shift();) {
			var t = e.__H;
			if (e.__P && t) try {
				t.__h.some(je), t.__h.some(Me), t.__h = [];
			} catch (n) {
				t.__h = [], P.__e(n, e.__v);
			}
		}
	} while (ge.length);
}
P.__b = function(e) {
	N = null, _e && _e(e);
}, P.__ = function(e, t) {
	e && t.__k && t.__k.__m && (e.__m = t.__k.__m), Se && Se(e, t);
}, P.__r = function(e) {
	ve && ve(e), M = 0;
	var t = (N = e.__c).__H;
	t && (de == N ? N.__h = [] : (t.__h.some(je), t.__h.some(Me), M = 0), t.__h = [], t.__.some(function(e) {
		e.__N && (e.__ = e.__N), e.u = e.__N = void 0;
	})), de = N;
}, P.diffed = function(e) {
	ye && ye(e);
	var t = e.__c;
	t && t.__H && (t.__H.__h.length && Ae(he.push(t)), t.__H.__.some(function(e) {
		e.u && (e.__H = e.u);
	})), de = N = null;
}, P.__c = function(e, t) {
	t.some(function(e) {
		try {
			e.__h.some(je), e.__h = e.__h.filter(function(e) {
				return !e.__ || Me(e);
			});
		} catch (t) {
			e.__h = [function() {
				throw t;
			}];
		}
	}), be && be(e, t);
}, P.unmount = function(e) {
	xe && xe(e);
	var t, n, r = e.__c;
	r && r.__H && (r.__H.__.some(function(r) {
		try {
			if (r.__P && r.__c) {
				if (n === void 0) {
					for (n = e.__; n && (!n.__c || !n.__c.__P);) n = n.__;
					n &&= n.__c;
				}
				r.__P = n, Ae(ge.push(r));
			} else je(r);
		} catch (e) {
			t = e;
		}
	}), r.__H = void 0, t && P.__e(t, r.__v));
};
var Oe = typeof requestAnimationFrame == "function";
function ke(e) {
	var t, n = function() {
		clearTimeout(r), Oe && cancelAnimationFrame(t), setTimeout(e);
	}, r = setTimeout(n, 35);
	Oe && (t = requestAnimationFrame(n));
}
function Ae(e) {
	e != 1 && fe == P.requestAnimationFrame || ((fe = P.requestAnimationFrame) || ke)(De);
}
function je(e) {
	var t = N, n = e.__c;
	typeof n == "function" && (e.__c = void 0, n()), N = t;
}
function Me(e) {
	var t = N;
	e.__c = e.__(), N = t;
}
function Ne(e, t) {
	return !e || e.length != t.length || t.some(function(t, n) {
		return !pe(t, e[n]);
	});
}
function Pe(e, t) {
	return typeof t == "function" ? t(e) : t;
}
// src/model/report/report-sections.ts
var Fe = {
	everyone: "For everyone",
	analysts: "For analysts"
}, Ie = {
	summary: {
		label: "Summary",
		group: "everyone",
		doc: "the verdict, the main figures and the documents to look at first; for one version: the fields with the lowest F1",
		block: "head",
		formerly: ["changed"]
	},
	newErrors: {
		label: "New errors",
		group: "everyone",
		doc: "the values that were right and are wrong now, by field",
		needs: "two versions",
		firstRepeat: !0
	},
	causes: {
		label: "What to fix first",
		group: "everyone",
		doc: "the wrong values grouped by cause, with the documents that would become fully right",
		needs: "an EXTRACT processor, and at least one wrong value",
		firstRepeat: !0
	},
	documents: {
		label: "Documents",
		group: "everyone",
		doc: "a list of the documents with a filter; each document opens with its values and pages",
		needs: "at least one document",
		block: "index",
		firstRepeat: !0
	},
	fields: {
		label: "Fields",
		group: "everyone",
		doc: "the share of right values of each field, with its most frequent wrong values; with a switch, also precision, recall, F1 and p-values",
		needs: "an EXTRACT processor",
		firstRepeat: !0,
		formerly: ["charts"]
	},
	arrays: {
		label: "Line items",
		group: "everyone",
		doc: "right, missing and extra rows of each table",
		needs: "an EXTRACT processor with an array field",
		firstRepeat: !0
	},
	classes: {
		label: "Types",
		group: "everyone",
		doc: "the confusion matrix, the confusions as sentences, and the figures of each type",
		needs: "a CLASSIFY or SPLITTER processor",
		firstRepeat: !0,
		formerly: ["charts"]
	},
	packets: {
		label: "Packets",
		group: "everyone",
		doc: "the splitting metrics, and the expected and predicted documents of each packet",
		needs: "a SPLITTER processor",
		firstRepeat: !0,
		formerly: ["charts"]
	},
	speed: {
		label: "Cost and speed",
		group: "everyone",
		doc: "credits, time and pages per version",
		needs: "times or credits in the record",
		block: "head",
		firstRepeat: !0
	},
	gate: {
		label: "Rules",
		group: "analysts",
		doc: "each rule of the gate with its measured value, its limit and its reason",
		needs: "`--policy`, or `gate` of the configuration"
	},
	groups: {
		label: "Groups of documents",
		group: "analysts",
		doc: "the main measure per tag value",
		needs: "a tag with 2 to 30 values",
		block: "slices",
		formerly: ["slices"]
	},
	confidence: {
		label: "Confidence",
		group: "analysts",
		doc: "the calibration of confidence scores, and the documents that a threshold accepts",
		needs: "confidence scores in the outputs",
		firstRepeat: !0
	},
	citations: {
		label: "Citations",
		group: "analysts",
		doc: "per field, the share of values whose cited box contains the value, and the place of the boxes",
		needs: "`--citations`, and citations with boxes in the outputs of an EXTRACT processor",
		firstRepeat: !0
	},
	labelIssues: {
		label: "Label issues",
		group: "analysts",
		doc: "labels that are probably wrong, with the evidence",
		needs: "`--label-issues`"
	},
	labelNoise: {
		label: "Label noise",
		group: "analysts",
		doc: "each figure next to the highest value that the gold permits",
		needs: "`--second-gold`"
	},
	attribution: {
		label: "Error sources",
		group: "analysts",
		doc: "the errors of a workflow by stage",
		needs: "`--attribution` and `--configs`"
	},
	sampleSize: {
		label: "Sample size",
		group: "analysts",
		doc: "the number of documents that a difference of 3 or 5 points needs, for whole documents and per field",
		needs: "at least one document with an output and gold",
		formerly: ["plan"]
	},
	reconciliation: {
		label: "Service figures",
		group: "analysts",
		doc: "the figures of a batch run of the service next to those of goldset, with the reason for each difference",
		needs: "`--batch-run`"
	},
	method: {
		label: "Method",
		group: "analysts",
		doc: "definitions, scoring policies, metrics under other policies, the documents without a score, and the sections that the report omits"
	}
}, Le = " ", Re = "−";
function z(e, t = 0) {
	let n = Math.abs(e).toFixed(t), [r = "", i] = n.split("."), a = r.replace(/\B(?=(\d{3})+(?!\d))/g, Le);
	return `${e < 0 && Number(n) !== 0 ? Re : ""}${a}${i === void 0 ? "" : `.${i}`}`;
}
function ze(e) {
	if (e < 1e3) return `${z(e)}${Le}ms`;
	let t = e / 1e3;
	if (t < 60) return `${z(t, t < 10 ? 2 : 1)}${Le}s`;
	let n = Math.round(t), r = String(n % 60).padStart(2, "0");
	return `${z(Math.floor(n / 60))}${Le}m ${r}${Le}s`;
}
function Be(e, t) {
	let n = z(e, t);
	return e > 0 && Number(e.toFixed(t)) !== 0 ? `+${n}` : n;
}
function B(e, t) {
	switch (t) {
		case "share": return z(e * 100, 1);
		case "points": return Be(e * 100, 1);
		case "ms": return ze(e);
		case "score": return z(e, 3);
		case "credits": return z(e, Number.isInteger(Number(e.toFixed(2))) ? 0 : 2);
		default: return z(e, +!Number.isInteger(e));
	}
}
function Ve(e, t) {
	if (t === "points") return Be(e * 100, 0);
	if (t !== "share") return B(e, t);
	let n = Math.round(e * 100);
	return n === 100 && e < 1 ? ">99" : n === 0 && e > 0 ? "<1" : z(n);
}
function He(e) {
	return e?.value == null ? "—" : `${Ve(e.value, e.unit)}${Ue(e.unit)}${We(e)}`;
}
function Ue(e) {
	return e === "credits" ? " credits" : "";
}
function We({ interval: e, unit: t }) {
	if (e === void 0) return "";
	let n = t === "share" || t === "points", r = (e) => n ? z(e * 100) : B(e, t);
	return ` (${r(e.low)} to ${r(e.high)})`;
}
var Ge = {
	share: `${Le}%`,
	points: " points",
	credits: " credits"
};
function Ke(e) {
	return Ge[e] ?? "";
}
function qe(e) {
	return e === null || e.value === null ? "—" : B(e.value, e.unit) + Ke(e.unit);
}
function Je(e) {
	let t = e?.interval;
	if (!e || t === void 0) return "";
	let n = e.unit === "points" || e.unit === "ms" || t.low < 0 ? " to " : "–";
	return `${B(t.low, e.unit)}${n}${B(t.high, e.unit)}`;
}
function Ye(e) {
	return e === null ? "—" : `${(e * 100).toFixed(1)} %`;
}
function Xe(e) {
	return e === null ? "—" : e <= 1e-4 ? "at most 0.0001" : e.toFixed(e < .001 ? 4 : 3);
}
function Ze(e, t = ",") {
	let [n = "", r] = String(Math.round(e * 1e3) / 1e3).split("."), i = n.replace(/\B(?=(\d{3})+$)/g, t);
	return r === void 0 ? i : `${i}.${r}`;
}
function Qe(e, t) {
	return `${Ze(e, " ")} ${t}${e === 1 ? "" : t.endsWith("s") ? "es" : "s"}`;
}
function $e(e) {
	return e.length < 2 ? e[0] ?? "" : `${e.slice(0, -1).join(", ")} and ${e.at(-1)}`;
}
function et(e) {
	return e.slice(0, 1).toUpperCase() + e.slice(1);
}
// src/model/score/measurement.ts
function tt({ value: e, labelCeiling: t }) {
	return t !== void 0 && e !== null && e > t.low;
}
function nt({ value: e, low: t, high: n, documents: r }) {
	let i = (e) => (100 * e).toFixed(1);
	return `a faultless reader reaches ${i(e)} % (${i(t)} to ${i(n)}), ${Qe(r, "document")} annotated twice`;
}
var rt = "not distinguishable from label noise";
function it(e) {
	let t = e?.interval?.unseen;
	return t === void 0 ? null : `Small sample: up to ${Ye(t.share)} of all ${t.of} may fail in a way that none of these ${t.of} shows.`;
}
// src/viewer/state/address.ts
function at(e) {
	let t = e.replace(/^#\/?/, ""), n = t.indexOf("?"), [r = "", ...i] = (n < 0 ? t : t.slice(0, n)).split("/"), a = {};
	for (let [e, r] of new URLSearchParams(n < 0 ? "" : t.slice(n + 1))) a[e] = r;
	return {
		section: ot(r),
		argument: ot(i.join("/")),
		query: a
	};
}
function V(e, t = "", n = {}) {
	let r = Object.entries(n).filter(([, e]) => e !== ""), i = new URLSearchParams(r).toString();
	return `#/${t === "" ? e : `${e}/${encodeURIComponent(t.toWellFormed())}`}${i === "" ? "" : `?${i}`}`;
}
function ot(e) {
	try {
		return decodeURIComponent(e);
	} catch {
		return e;
	}
}
function st() {
	let [e, t] = F(() => at(location.hash));
	return Te(() => {
		let e = () => t(at(location.hash));
		return addEventListener("hashchange", e), () => removeEventListener("hashchange", e);
	}, []), e;
}
function H(e, t) {
	let n = {
		...e.query,
		...t
	}, r = V(e.section || "summary", e.argument, n);
	history.replaceState(null, "", r), dispatchEvent(new HashChangeEvent("hashchange"));
}
function ct(e) {
	location.hash = e;
}
// src/model/report/document-state.ts
var lt = [
	"newlyWrong",
	"noResult",
	"moreErrors",
	"mixed",
	"otherWrong",
	"fewerErrors",
	"nowRight",
	"unchanged"
], ut = {
	newlyWrong: ["▼", "newly wrong"],
	noResult: ["✗", "no result"],
	moreErrors: ["▼", "more errors"],
	mixed: ["◆", "mixed"],
	otherWrong: ["·", "other wrong answer"],
	fewerErrors: ["▲", "fewer errors"],
	nowRight: ["▲", "now fully right"],
	unchanged: ["", "unchanged"]
};
function dt({ errorsBefore: e, errorsNow: t, newErrors: n }) {
	let r = `${e} → ${t} ${t === 1 ? "error" : "errors"}`;
	return n === 0 ? r : `${r}, ${n} new`;
}
// src/model/report/document-index.ts
var ft = {
	newlyWrong: "n",
	lostResult: "l",
	moreErrors: "m",
	mixed: "x",
	otherWrong: "o",
	fewerErrors: "f",
	nowRight: "r",
	noResult: "z",
	unchanged: "u"
};
function pt(e) {
	return e === ft.lostResult ? "noResult" : lt.find((t) => ft[t] === e) ?? null;
}
// src/viewer/blocks/labels.ts
var mt = {
	correct: ["●", "right"],
	incorrect: ["✗", "wrong"],
	missing: ["∅", "missing"],
	spurious: ["+", "extra"],
	absent: ["·", "correctly empty"],
	excluded: ["–", "excluded"],
	unscored: ["?", "not scored"]
}, ht = {
	improved: [
		"▲",
		"better",
		"better"
	],
	regressed: [
		"▼",
		"worse",
		"worse"
	],
	equivalent: [
		"=",
		"same",
		"inconclusive"
	],
	inconclusive: [
		"◇",
		"inconclusive",
		"inconclusive"
	]
}, gt = {
	pass: [
		"✓",
		"passed",
		"better"
	],
	fail: [
		"✗",
		"failed",
		"worse"
	],
	inconclusive: [
		"◇",
		"inconclusive",
		"inconclusive"
	]
}, _t = {
	newlyWrong: "worse",
	noResult: "stop",
	moreErrors: "worse",
	mixed: "amber",
	otherWrong: "quiet",
	fewerErrors: "better",
	nowRight: "better",
	unchanged: "quiet"
};
function vt(e) {
	return [...ut[e], _t[e]];
}
// node_modules/preact/jsx-runtime/dist/jsxRuntime.mjs
var yt = Symbol.for("pv"), bt = 0;
Array.isArray;
function U(t, n, r, i, a, o) {
	n ||= {};
	var s, c, l = n;
	if ("ref" in l && typeof t != "function") for (c in l = {}, n) c == "ref" ? s = n[c] : l[c] = n[c];
	var u = {
		type: t,
		props: l,
		key: r,
		ref: s,
		__k: null,
		__: null,
		__b: 0,
		__e: null,
		__c: null,
		constructor: yt,
		__v: --bt,
		__i: -1,
		__u: 0
	};
	return (a || o) && (u.__source = a, u.__self = o), e.vnode && e.vnode(u), u;
}
// src/viewer/parts/status-labels.tsx
function xt({ outcome: e }) {
	let [t, n] = mt[e];
	return /* @__PURE__ */ U("span", {
		class: `outcome ${e}`,
		title: n,
		children: [/* @__PURE__ */ U("span", {
			"aria-hidden": "true",
			children: t
		}), /* @__PURE__ */ U("span", {
			class: "visually-hidden",
			children: n
		})]
	});
}
function St({ verdict: e }) {
	return /* @__PURE__ */ U(Et, {
		label: ht[e],
		kind: "verdict-word"
	});
}
function Ct({ status: e }) {
	return /* @__PURE__ */ U(Et, {
		label: gt[e],
		kind: "verdict-word"
	});
}
function wt({ letter: e, short: t = !1 }) {
	let n = pt(e);
	if (n === null) return null;
	if (!t) return /* @__PURE__ */ U(Et, { label: vt(n) });
	let [r, i, a] = vt(n);
	return /* @__PURE__ */ U("span", {
		class: `change-sign ${a}`,
		title: i,
		children: [
			/* @__PURE__ */ U("span", {
				"aria-hidden": "true",
				children: r
			}),
			/* @__PURE__ */ U("span", {
				class: "visually-hidden",
				children: [i, ":"]
			}),
			" "
		]
	});
}
function Tt({ change: e }) {
	let [t, n, r] = vt(e.state);
	return /* @__PURE__ */ U("span", {
		class: r,
		children: [
			/* @__PURE__ */ U("span", {
				"aria-hidden": "true",
				children: t
			}),
			/* @__PURE__ */ U("span", {
				class: "visually-hidden",
				children: [n, ":"]
			}),
			" ",
			dt(e)
		]
	});
}
function Et({ label: [e, t, n], kind: r = "" }) {
	return /* @__PURE__ */ U("span", {
		class: `${r} ${n}`.trim(),
		children: [
			/* @__PURE__ */ U("span", {
				"aria-hidden": "true",
				children: e
			}),
			" ",
			t
		]
	});
}
var Dt = {
	f: "failed",
	c: "cancelled",
	n: "not run"
};
function Ot({ version: e, item: t }) {
	let n = Dt[e.state[t] ?? "n"];
	return n ? /* @__PURE__ */ U("span", {
		class: "worse",
		children: ["✗ ", n]
	}) : e.state[t] === "w" ? /* @__PURE__ */ U("span", {
		class: "quiet",
		children: "no gold"
	}) : e.exact[t] === "1" ? /* @__PURE__ */ U(Et, {
		label: [
			"●",
			"all right",
			"correct"
		],
		kind: "outcome"
	}) : /* @__PURE__ */ U(b, { children: [
		"correct",
		"incorrect",
		"missing",
		"spurious"
	].map((n) => {
		let r = e[n][t] ?? 0;
		return r === 0 ? null : /* @__PURE__ */ U("span", {
			class: "outcome-count",
			children: [/* @__PURE__ */ U(xt, { outcome: n }), r]
		}, n);
	}) });
}
// src/model/report/reader-terms.ts
var kt = {
	fullyRight: {
		label: "fully right",
		text: "A document is fully right if every value in it is right, and no value is missing or extra. One wrong value is enough for a document to need a person.",
		example: "20 of 21 values right: the document is not fully right."
	},
	right: {
		label: "right",
		text: "Of all values that the documents have or that the version gave, the share on which both agree. Missing and extra values lower it, as wrong values do.",
		example: "97 means: 97 of 100 values agree."
	},
	range: {
		label: "range",
		text: "The documents of this report are a sample, so each figure is uncertain. In 95 of 100 such samples, the range contains the figure for all documents of this kind.",
		example: "48 (35 to 61): the true figure may be as low as 35."
	},
	verdict: {
		label: "verdict",
		text: "Better or worse means that the change is too large for chance, allowing for all fields compared at once. Inconclusive means that the documents are too few to decide.",
		example: "▲ better: the version reads this field better, also in other documents."
	},
	newErrors: {
		label: "new errors",
		text: "A new error is a value that the earlier version read right and the later version reads wrong. A document with new errors may still have fewer errors in total.",
		example: "15 → 10 errors, 5 new: 10 old errors are gone, and 5 new ones came."
	},
	missing: {
		label: "missing",
		text: "The document has a value, and the version gave none. A person has to type it in.",
		example: "The due date is on the page, and the answer has no due date."
	},
	extra: {
		label: "extra",
		text: "The version gave a value where the document has none. A reviewer who compares the page with the values can easily overlook it.",
		example: "The answer has a tax number that the page does not show."
	},
	confidence: {
		label: "confidence",
		text: "The version states for each value how sure it is, from 0 to 1. The section Confidence shows whether these statements can be relied on.",
		example: "0.93 should mean: right in 93 of 100 cases."
	},
	typicalTime: {
		label: "typical time",
		text: "Half of the documents are done in this time. It runs from the accepted request until the client has the result.",
		example: "0.27 s: 27 of 54 documents took at most 0.27 s."
	},
	credits: {
		label: "credits",
		text: "The service counts its work in credits. Your contract says what a credit costs.",
		example: "3.33 credits per document at EUR 0.01 are EUR 33 per 1,000 documents."
	},
	trivialAnswer: {
		label: "trivial answer",
		text: "An answer that needs no reading of the document. A version that is not clearly better than this has learned nothing.",
		example: "Always \"invoice\" is right wherever invoices are common."
	},
	cut: {
		label: "cut",
		text: "A packet is one file with several documents, and a cut is the place where a new document starts. A wrong cut tears a document apart, and a missing cut joins two.",
		example: "✂ a wrong cut, ⌒ a missing cut."
	},
	correctAnswer: {
		label: "expected",
		text: "The correct answer, which a person entered for this document. Evaluation calls it gold; all versions are compared with it.",
		example: "expected 00-2945989: this is on the page."
	}
};
// src/viewer/parts/term.tsx
function At(e) {
	let { label: t, text: n, example: r } = kt[e.name], [i, a] = F(!1), o = L(null), s = L(null), c = Ee();
	return I(() => {
		let e = s.current;
		if (!i || !e) return;
		e.showPopover?.(), jt(e, o.current);
		let t = (e) => {
			e.key === "Escape" && a(!1);
		}, n = () => a(!1);
		return addEventListener("keydown", t), addEventListener("scroll", n, {
			passive: !0,
			capture: !0
		}), () => {
			removeEventListener("keydown", t), removeEventListener("scroll", n, { capture: !0 }), e.hidePopover?.();
		};
	}, [i]), /* @__PURE__ */ U("span", {
		class: "term-frame",
		onMouseEnter: () => a(!0),
		onMouseLeave: () => a(!1),
		onFocusOut: ({ currentTarget: e, relatedTarget: t }) => {
			e.contains(t) || a(!1);
		},
		children: [/* @__PURE__ */ U("button", {
			type: "button",
			ref: o,
			class: e.mark ? "term term-mark" : "term",
			"aria-expanded": i,
			"aria-controls": c,
			"aria-label": e.mark ? `What does “${t}” mean?` : void 0,
			onFocus: () => a(!0),
			onClick: () => a(!0),
			children: e.mark ? "?" : e.children ?? t
		}), /* @__PURE__ */ U("span", {
			class: "term-note",
			popover: "manual",
			ref: s,
			id: c,
			role: "note",
			children: i && /* @__PURE__ */ U(b, { children: [
				/* @__PURE__ */ U("b", { children: t }),
				" ",
				n,
				" ",
				/* @__PURE__ */ U("i", { children: r }),
				" ",
				/* @__PURE__ */ U("a", {
					href: V("method"),
					children: "Method"
				})
			] })
		})]
	});
}
function jt(e, t) {
	if (!t) return;
	let n = t.getBoundingClientRect(), { offsetWidth: r, offsetHeight: i } = e, a = n.bottom + i + 4 <= innerHeight || n.top < i;
	e.style.left = `${Math.max(8, Math.min(n.left, innerWidth - r - 8))}px`, e.style.top = `${a ? n.bottom : n.top - i}px`;
}
// src/viewer/parts/data-table.tsx
function W(e, t, n = {}) {
	return {
		heading: e,
		cell: t,
		...n,
		look: `number ${n.look ?? ""}`.trim()
	};
}
function Mt(e, t, n, r) {
	return W(e, (e) => qe(t(e) ?? null), {
		look: n,
		...r && { from: r },
		title: (e) => t(e)?.undefinedBecause
	});
}
function G(e, t, n = {}) {
	let { withUnit: r = !1, ...i } = n, a = r ? qe : Ft;
	return W(e, (e) => {
		let n = t(e), r = n.at(-1) ?? null;
		return /* @__PURE__ */ U(b, { children: [n.length > 1 && /* @__PURE__ */ U("span", {
			class: "baseline-number",
			children: a(n[0] ?? null)
		}), /* @__PURE__ */ U("span", {
			title: r?.undefinedBecause ?? it(r) ?? void 0,
			children: a(r)
		})] });
	}, i);
}
function Nt(e, t = () => void 0) {
	return [
		W("Change, points", (t) => {
			let n = e(t)?.difference, r = Je(n ?? null);
			return /* @__PURE__ */ U(b, { children: [n && Ft(n), r !== "" && /* @__PURE__ */ U("span", {
				class: "quiet",
				children: [
					" [",
					r,
					"]"
				]
			})] });
		}),
		W("Adjusted p", (t) => {
			let n = e(t)?.adjustedP ?? null;
			return n === null ? "" : Xe(n);
		}),
		Pt(e, t)
	];
}
function Pt(e, t, n = {}, r = () => Infinity) {
	return {
		heading: "Verdict",
		cell: (n) => {
			let i = e(n)?.verdict;
			return i === "inconclusive" && r(n) < 20 ? /* @__PURE__ */ U("span", {
				class: "verdict-word inconclusive",
				children: "◇ too few documents"
			}) : i ? /* @__PURE__ */ U(St, { verdict: i }) : t(n) !== void 0 && "not comparable";
		},
		lookIn: (t) => e(t) ? void 0 : "quiet",
		title: (n) => t(n) || e(n)?.notes?.join(". ") || void 0,
		...n
	};
}
function Ft(e) {
	return e?.value == null ? "—" : B(e.value, e.unit);
}
function It(e) {
	let { columns: t, rows: n, onHover: r, sort: i = "", onSort: a = () => {}, window: o } = e, [s, c] = F(null), l = o?.first ?? 0, u = t.filter(({ from: e }) => e !== void 0), d = t.length + +(u.length > 0);
	return /* @__PURE__ */ U("table", {
		class: `${e.look ?? ""} cards`.trim(),
		"aria-rowcount": o && o.total + 1,
		children: [
			e.caption && /* @__PURE__ */ U("caption", {
				class: "visually-hidden",
				children: e.caption
			}),
			/* @__PURE__ */ U("thead", { children: /* @__PURE__ */ U("tr", {
				"aria-rowindex": o && 1,
				children: [t.map((e, t) => /* @__PURE__ */ U(Ht, {
					column: e,
					sort: i,
					onSort: a
				}, t)), u.length > 0 && /* @__PURE__ */ U("th", {
					scope: "col",
					class: zt(u),
					children: /* @__PURE__ */ U("span", {
						class: "visually-hidden",
						children: "Details"
					})
				})]
			}) }),
			/* @__PURE__ */ U("tbody", { children: [
				o && /* @__PURE__ */ U(Vt, {
					height: l * o.rowHeight,
					columns: d
				}),
				n.map((n, i) => {
					let a = l + i, f = e.openBelow?.(n), p = s === n;
					return [
						/* @__PURE__ */ U("tr", {
							class: e.rowLook?.(n),
							onMouseEnter: r && (() => r(n)),
							onMouseLeave: r && (() => r(null)),
							"aria-current": e.isChosen?.(n, a) ? "true" : void 0,
							"aria-rowindex": o && a + 2,
							children: [t.map((e, t) => /* @__PURE__ */ U(Lt, {
								column: e,
								row: n,
								number: a,
								isHeading: t === 0
							}, t)), u.length > 0 && /* @__PURE__ */ U("td", {
								class: zt(u),
								children: /* @__PURE__ */ U("button", {
									type: "button",
									class: "more",
									"aria-expanded": p,
									"aria-label": "Details of this row",
									onClick: () => c(p ? null : n),
									children: p ? "▴" : "▾"
								})
							})]
						}, a),
						p && /* @__PURE__ */ U("tr", {
							class: `opened ${zt(u)}`,
							children: /* @__PURE__ */ U("td", {
								colSpan: d,
								children: /* @__PURE__ */ U("dl", {
									class: "row-details",
									children: u.map((e, t) => /* @__PURE__ */ U("div", {
										class: `narrow-only ${e.from}`,
										children: [/* @__PURE__ */ U("dt", { children: Bt(e) }), /* @__PURE__ */ U("dd", { children: e.cell(n, a) })]
									}, t))
								})
							})
						}, `${a} details`),
						f && /* @__PURE__ */ U("tr", {
							class: "opened",
							children: /* @__PURE__ */ U("td", {
								colSpan: d,
								children: f
							})
						}, `${a} below`)
					];
				}),
				o && /* @__PURE__ */ U(Vt, {
					height: (o.total - l - n.length) * o.rowHeight,
					columns: d
				})
			] })
		]
	});
}
function Lt(e) {
	let { column: t, row: n } = e, r = Rt(t.look, t.lookIn?.(n), t.from), i = t.cell(n, e.number);
	return e.isHeading ? /* @__PURE__ */ U("th", {
		scope: "row",
		class: r,
		children: i
	}) : /* @__PURE__ */ U("td", {
		class: r,
		"data-label": Bt(t),
		title: t.title?.(n),
		children: i
	});
}
function Rt(...e) {
	return e.filter((e) => e).join(" ") || void 0;
}
function zt(e) {
	return `narrow-only ${e.some(({ from: e }) => e === "wide") ? "wide" : "medium"}`;
}
function Bt({ label: e, heading: t }) {
	return e ?? (typeof t == "string" ? t : "");
}
function Vt({ height: e, columns: t }) {
	return e <= 0 ? null : /* @__PURE__ */ U("tr", {
		class: "spacer",
		children: /* @__PURE__ */ U("td", {
			colSpan: t,
			style: { height: `${e}px` }
		})
	});
}
function Ht(e) {
	let { sort: t } = e, { heading: n, look: r, from: i, term: a, sortBy: o } = e.column, s = Rt(r, i);
	if (o === void 0) return /* @__PURE__ */ U("th", {
		scope: "col",
		class: s,
		children: a === void 0 ? n : /* @__PURE__ */ U(At, {
			name: a,
			children: n
		})
	});
	let c = t === `-${o}`, l = t === o ? "ascending" : c ? "descending" : "none";
	return /* @__PURE__ */ U("th", {
		scope: "col",
		"aria-sort": l,
		class: s,
		children: [/* @__PURE__ */ U("button", {
			type: "button",
			class: "sort",
			onClick: () => e.onSort(c ? "" : t === o ? `-${o}` : o),
			children: [n, /* @__PURE__ */ U("span", {
				"aria-hidden": "true",
				class: "sort-sign",
				children: l === "ascending" ? "↑" : c ? "↓" : ""
			})]
		}), a !== void 0 && /* @__PURE__ */ U(At, {
			name: a,
			mark: !0
		})]
	});
}
function K({ label: e, ...t }) {
	return /* @__PURE__ */ U(Wt, {
		label: e,
		children: /* @__PURE__ */ U(It, {
			caption: e,
			...t
		})
	});
}
function Ut(e) {
	return /* @__PURE__ */ U(K, {
		label: e.label,
		look: "narrow",
		rows: e.rows,
		columns: [{
			heading: "Measure",
			cell: ({ label: e }) => e
		}, ...e.names.map((e, t) => Mt(e, ({ values: e }) => e[t]))]
	});
}
function Wt(e) {
	let { label: t, look: n = "scroller", children: r } = e;
	return /* @__PURE__ */ U("section", {
		class: n,
		tabIndex: 0,
		"aria-label": t,
		children: r
	});
}
function q({ id: e, q: t = "", sort: n = "" }) {
	return /* @__PURE__ */ U("a", {
		href: V("document", e, {
			q: t,
			sort: n
		}),
		children: e
	});
}
function Gt() {
	return /* @__PURE__ */ U("p", {
		class: "quiet",
		children: "Reading…"
	});
}
function J({ title: e, children: t }) {
	return /* @__PURE__ */ U("header", {
		class: "section-heading",
		children: [/* @__PURE__ */ U("h1", { children: e }), t && /* @__PURE__ */ U("p", {
			class: "quiet",
			children: t
		})]
	});
}
// src/viewer/parts/marks.tsx
function Kt(e) {
	let { values: t, width: n = 92 } = e, [r, i] = e.range, a = (e) => 4 + (e - r) / (i - r || 1) * (n - 8), o = t.map((e) => `${qe(e)} [${Je(e)}]`).join(" → "), s = [o, it(t.at(-1))].filter((e) => e !== null).join("\n"), c = t.length > 1 ? 18 : 12;
	return /* @__PURE__ */ U("svg", {
		class: "whiskers",
		viewBox: `0 0 ${n} ${c}`,
		width: n,
		height: c,
		role: "img",
		"aria-label": o,
		children: [
			/* @__PURE__ */ U("title", { children: s }),
			/* @__PURE__ */ U("line", {
				class: "axis",
				x1: 4,
				x2: n - 4,
				y1: c - .5,
				y2: c - .5
			}),
			t.map((e, n) => {
				if (e?.value == null) return null;
				let r = t.length > 1 && n === 0, i = t.length > 1 ? r ? 4 : 12 : 6, { interval: o } = e;
				return /* @__PURE__ */ U("g", {
					class: r ? "mark-baseline" : "mark-candidate",
					children: [o && /* @__PURE__ */ U("line", {
						x1: a(o.low),
						x2: a(o.high),
						y1: i,
						y2: i
					}), /* @__PURE__ */ U("circle", {
						cx: a(e.value),
						cy: i,
						r: r ? 2.5 : 3.5
					})]
				}, n);
			})
		]
	});
}
function qt({ ends: e, label: t }) {
	return /* @__PURE__ */ U("span", {
		class: e.length > 2 ? "scale wide" : "scale",
		children: [
			/* @__PURE__ */ U("span", { children: z((e[0] ?? 0) * 100) }),
			/* @__PURE__ */ U("span", {
				class: "visually-hidden",
				children: t
			}),
			e.length > 2 && /* @__PURE__ */ U("span", { children: "0" }),
			/* @__PURE__ */ U("span", { children: [e.length > 2 && "+", z((e.at(-1) ?? 0) * 100)] })
		]
	});
}
function Jt(e) {
	let t = e.flatMap((e) => e?.value == null ? [] : [
		e.value,
		e.interval?.low ?? e.value,
		e.interval?.high ?? e.value
	]);
	return t.length === 0 ? [0, 1] : [t.reduce((e, t) => Math.min(e, t)), t.reduce((e, t) => Math.max(e, t))];
}
var Yt = 150;
function Xt({ ends: e = ["0", "100"] }) {
	return /* @__PURE__ */ U("span", {
		class: "scale share-scale",
		children: [
			/* @__PURE__ */ U("span", { children: e[0] }),
			/* @__PURE__ */ U("span", {
				class: "visually-hidden",
				children: "right, of 100"
			}),
			/* @__PURE__ */ U("span", { children: e[1] })
		]
	});
}
function Zt(e) {
	let { values: t, dimmed: n = !1 } = e, r = (e) => 7 + e * 136, i = t.at(-1), a = t.length > 1 ? t[0] : void 0, o = t.map((e) => He(e)).join(" → "), s = [o, it(i)].filter((e) => e !== null).join("\n");
	return /* @__PURE__ */ U("svg", {
		class: n ? "dumbbell dimmed" : "dumbbell",
		viewBox: `0 0 ${Yt} 18`,
		width: Yt,
		height: 18,
		role: "img",
		"aria-label": o,
		children: [
			/* @__PURE__ */ U("title", { children: s }),
			/* @__PURE__ */ U("line", {
				class: "axis",
				x1: r(0),
				x2: r(1),
				y1: 9,
				y2: 9
			}),
			i?.interval && /* @__PURE__ */ U(Qt, {
				low: r(i.interval.low),
				high: r(i.interval.high)
			}),
			a?.value != null && i?.value != null && /* @__PURE__ */ U("line", {
				class: "between",
				x1: r(a.value),
				x2: r(i.value),
				y1: 9,
				y2: 9
			}),
			a?.value != null && /* @__PURE__ */ U("circle", {
				class: "mark-before",
				cx: r(a.value),
				cy: 9,
				r: 4
			}),
			i?.value != null && /* @__PURE__ */ U("circle", {
				class: "mark-now",
				cx: r(i.value),
				cy: 9,
				r: 4.5
			})
		]
	});
}
function Qt({ low: e, high: t }) {
	return /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U("rect", {
		class: "band",
		x: e,
		y: 6,
		width: Math.max(1, t - e),
		height: 6
	}), /* @__PURE__ */ U("path", {
		class: "band-ends",
		d: `M${e} 3v12M${t} 3v12`
	})] });
}
function $t({ values: e }) {
	let t = e.at(-1) ?? null, n = (e) => e?.value == null ? "—" : Ve(e.value, e.unit);
	return /* @__PURE__ */ U("span", {
		title: t?.undefinedBecause ?? it(t) ?? void 0,
		children: [e.length > 1 && /* @__PURE__ */ U("span", {
			class: "quiet",
			children: [n(e[0] ?? null), " → "]
		}), n(t)]
	});
}
function en({ difference: e }) {
	return e.value === null ? "—" : /* @__PURE__ */ U(b, { children: [Ve(e.value, e.unit), /* @__PURE__ */ U("span", {
		class: "quiet",
		children: We(e)
	})] });
}
var tn = [
	"correct",
	"incorrect",
	"missing",
	"spurious"
], nn = 108;
function rn({ counts: e }) {
	let t = Math.max(1, ...e.map(sn)), n = e.at(-1), r = n ? tn.map((e) => `${z(n[e])} ${mt[e][1]}`).join(", ") : "";
	return /* @__PURE__ */ U("svg", {
		class: "outcome-bar",
		width: nn,
		height: e.length > 1 ? 18 : 12,
		role: "img",
		"aria-label": r,
		children: [/* @__PURE__ */ U("title", { children: r }), e.map((n, r) => {
			let i = e.length > 1 && r === 0;
			return /* @__PURE__ */ U(an, {
				counts: n,
				widest: t,
				y: i ? 1 : e.length > 1 ? 7 : 1,
				height: i ? 4 : 10
			}, r);
		})]
	});
}
function an(e) {
	let t = 0;
	return /* @__PURE__ */ U("g", { children: tn.map((n) => {
		let r = e.counts[n] / e.widest * nn, i = t;
		if (t += r, r === 0) return null;
		let a = {
			x: i,
			y: e.y,
			width: Math.max(r, 1),
			height: e.height
		};
		return /* @__PURE__ */ U("g", { children: [/* @__PURE__ */ U("rect", {
			...a,
			class: `fill-${n}`
		}), n === "missing" && /* @__PURE__ */ U("path", {
			class: "hatch",
			d: on(a)
		})] }, n);
	}) });
}
function on(e) {
	let t = [], n = e.y + e.height;
	for (let r = e.x + 1; r < e.x + e.width; r += 4) {
		let i = Math.min(e.height, e.x + e.width - r);
		t.push(`M${r.toFixed(1)} ${n}l${i.toFixed(1)} ${(-i).toFixed(1)}`);
	}
	return t.join("");
}
function sn(e) {
	return e.correct + e.incorrect + e.missing + e.spurious;
}
// src/model/score/item-score.ts
var cn = [
	"correct",
	"incorrect",
	"missing",
	"spurious",
	"absent",
	"excluded",
	"unscored"
], ln = 1, un = 2, dn = 4, fn = 8, pn = 16;
function mn(e, t) {
	let [n, r, i, a, ...o] = e, s = t[n] ?? "", c = cn[i] ?? "unscored", l = 0, u = (e) => a & e ? o[l++] : void 0, d = u(ln), f = a & dn ? d : u(un), p = Number(c === "incorrect" ? o[l++] : c === "correct" || c === "absent"), m = u(fn), h = u(pn);
	return {
		path: r === 0 ? s : r,
		field: s,
		outcome: c,
		expected: d,
		predicted: f,
		similarity: p,
		note: m,
		predictedPath: h
	};
}
// src/viewer/blocks/unpack-detail.ts
function hn(e, t) {
	let n = e.versions.map((e) => ({
		...e,
		leaves: e.leaves.map((e) => mn(e, t))
	}));
	return {
		...e,
		versions: n
	};
}
// src/base/exact-json.ts
var gn = class {
	#e;
	constructor(e) {
		this.#e = e;
	}
	toString() {
		return this.#e;
	}
	toJSON() {
		return _n(this.#e);
	}
	get isInteger() {
		return !kn(this.#e).includes("e-");
	}
	get canonical() {
		return _n(kn(this.#e));
	}
}, { rawJSON: _n } = JSON, vn = JSON.parse;
function yn(e) {
	return bn(e) ? vn(e, (e, t, n) => typeof t == "number" && n?.source !== void 0 ? En(n.source) : t) : JSON.parse(e);
}
function bn(e) {
	for (let t = 2; t < e.length; t += 3) {
		if (!xn(e.charCodeAt(t))) continue;
		let n = t;
		for (; Sn(e.charCodeAt(n - 1));) n--;
		for (t++; Sn(e.charCodeAt(t));) t++;
		if (!(!(t - n >= 16) && (t - n < 3 || !wn(e, n)))) {
			for (; Cn(e.charCodeAt(n - 1));) n--;
			for (; Cn(e.charCodeAt(t));) t++;
			if (Tn(e[n - 1]) && Tn(e[t]) && On(e.slice(n, t))) return !0;
		}
	}
	return !1;
}
function xn(e) {
	return e >= 48 && e <= 57;
}
function Sn(e) {
	return xn(e) || e === 46;
}
function Cn(e) {
	return Sn(e) || (e | 32) == 101 || e === 43 || e === 45;
}
function wn(e, t) {
	let n = e.charCodeAt(t - 1), r = n === 43 || n === 45 ? t - 2 : t - 1;
	return (e.charCodeAt(r) | 32) == 101 && Sn(e.charCodeAt(r - 1));
}
function Tn(e) {
	return e === void 0 || ":,[]{} 	\r\n".includes(e);
}
function En(e) {
	return On(e) ? new gn(e) : Number(e);
}
var Dn = 100;
function On(e) {
	let t = Number(e);
	if (Number.isNaN(t) || String(t) === e) return !1;
	if (!Number.isFinite(t)) return !0;
	let n = kn(e), r = n.indexOf("e") - +!!n.startsWith("-");
	return r > Dn || kn(t.toPrecision(r)) !== n;
}
function kn(e) {
	let [t = "", n = "0"] = e.toLowerCase().split("e"), r = t.startsWith("-") ? "-" : "", i = t.indexOf("."), a = i === -1 ? 0 : t.length - i - 1, o = t.replace(/[-.]/g, "").replace(/^0+/, ""), s = o.length;
	for (; s > 0 && o[s - 1] === "0";) s--;
	if (s === 0) return "0e0";
	let c = BigInt(n) - BigInt(a) + BigInt(o.length - s);
	return `${r}${o.slice(0, s)}e${c}`;
}
// src/viewer/state/inflate-json.ts
async function An(e) {
	let t = Uint8Array.from(atob(e), (e) => e.charCodeAt(0)), n = new Blob([t]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
	return yn(await new Response(n).text());
}
// src/viewer/state/blocks.ts
function Y(e, t) {
	return {
		name: e,
		block: e,
		...Ie[e],
		View: t
	};
}
var jn = /* @__PURE__ */ new Map(), Mn = /* @__PURE__ */ new Map(), Nn = "goldset-block-failure", Pn;
function Fn(e, t) {
	Pn = e, jn.clear(), Mn.clear(), jn.set("head", t);
}
function In() {
	return Pn.loadDrawing();
}
async function Ln(e) {
	let t = Mn.get(e) ?? Rn(e);
	return Mn.set(e, t), t;
}
async function Rn(e) {
	let t = await An(await Pn.readBlock(e) ?? "");
	return jn.set(e, t), t;
}
function X(e) {
	return zn(e);
}
function zn(e) {
	let [, t] = F("");
	return I(() => {
		if (e === null || jn.has(e)) return;
		let n = !0;
		return Ln(e).then(() => n && t(e), () => dispatchEvent(new Event(Nn))), () => {
			n = !1;
		};
	}, [e]), e === null ? void 0 : jn.get(e);
}
function Bn(e) {
	let t = X("places"), n = t?.positions.indexOf(e) ?? -1, r = t?.detail[n] ?? -1, i = zn(r >= 0 ? `detail-${r}` : null), a = R(() => {
		let n = i?.items.find((t) => t.position === e);
		return n && t && hn(n, t.fields);
	}, [
		i,
		t,
		e
	]);
	if (!t) return { state: "decoding" };
	if (n < 0) return { state: "not-shown" };
	let o = t.images[n] ?? 0;
	return r < 0 ? {
		state: "omitted",
		images: o
	} : a ? {
		state: "shown",
		images: o,
		detail: a
	} : { state: "decoding" };
}
function Vn(e) {
	return zn(X("places")?.texts.includes(e) ?? !1 ? `text-${e}` : null);
}
var Hn = [];
function Un(e, t) {
	let [n, r] = F({
		position: e,
		images: Hn
	});
	return I(() => {
		let n = !0;
		return Wn(e, t).then((t) => n && r({
			position: e,
			images: t
		}), () => dispatchEvent(new Event(Nn))), () => {
			n = !1;
		};
	}, [e, t]), n.position === e ? n.images : Hn;
}
async function Wn(e, t) {
	return t > 0 ? Pn.readImages(e, t) : Hn;
}
// src/viewer/parts/ceiling-columns.tsx
function Gn(e, t) {
	let n = (e) => t(e).find((e) => e?.labelCeiling)?.labelCeiling;
	return e.some((e) => n(e)) ? [W("Labels hold in, %", (e) => {
		let r = n(e);
		if (r === void 0) return "—";
		let i = t(e).at(-1), a = (e) => B(e, "share");
		return /* @__PURE__ */ U(b, { children: [
			a(r.value),
			/* @__PURE__ */ U("span", {
				class: "quiet",
				children: [
					" ",
					"[",
					a(r.low),
					"–",
					a(r.high),
					"]"
				]
			}),
			i && tt(i) && /* @__PURE__ */ U("abbr", {
				title: "not distinguishable from label noise",
				children: " ≈"
			})
		] });
	}, {
		from: "medium",
		title: (e) => {
			let t = n(e);
			return t && nt(t);
		}
	})] : [];
}
// src/viewer/charts/chart-rows.ts
function Kn(e) {
	if (e.kind === "matrix") return e.series.length * 1.6;
	if (!e.horizontal) return 0;
	let t = e.kind === "bar" ? Math.max(1, e.series.length * .75) : 1;
	return e.categories.length * t;
}
// src/viewer/charts/chart-theme.ts
var qn = {
	name: "light",
	ground: "#ffffff",
	ink: "#1c2127",
	quiet: "#56606a",
	hairline: "#e1e5e9",
	errorCell: "#f6c9b0",
	fontFamily: "system-ui, -apple-system, \"Segoe UI\", Roboto, \"Helvetica Neue\", Arial, sans-serif",
	scale: 1,
	roles: {
		baseline: "#6b7580",
		candidate: "#1f5fa8",
		correct: "#5b7ea6",
		incorrect: "#c4490c",
		missing: "#b87a00",
		spurious: "#8a4fa0",
		better: "#00715a",
		worse: "#b8430a",
		inconclusive: "#56606a",
		reference: "#aab2ba"
	}
}, Jn = {
	...qn,
	name: "dark",
	ground: "#14181d",
	ink: "#e6e9ec",
	quiet: "#a3adb7",
	hairline: "#2a3138",
	errorCell: "#5c2a10",
	roles: {
		baseline: "#98a2ad",
		candidate: "#7fb5f2",
		correct: "#6f94c0",
		incorrect: "#f07a45",
		missing: "#e0a52f",
		spurious: "#b57fcb",
		better: "#42cfa5",
		worse: "#ff9565",
		inconclusive: "#a3adb7",
		reference: "#5d6771"
	}
};
({ ...qn });
// src/viewer/state/screen.ts
var Yn = "(max-width: 640px)";
function Xn() {
	return matchMedia(Yn).matches;
}
function Zn() {
	return $n(Yn);
}
function Qn() {
	return $n("print");
}
function $n(t) {
	let [n, r] = F(() => matchMedia(t).matches);
	return Te(() => {
		let n = matchMedia(t), i = () => {
			let t = e.debounceRendering;
			e.debounceRendering = (e) => e(), r(n.matches), t ? e.debounceRendering = t : delete e.debounceRendering;
		};
		return n.addEventListener("change", i), () => n.removeEventListener("change", i);
	}, [t]), n;
}
// src/viewer/state/stored.ts
function er(e) {
	try {
		return localStorage.getItem(`goldset-${e}`);
	} catch {
		return null;
	}
}
function tr(e, t) {
	try {
		localStorage.setItem(`goldset-${e}`, t);
	} catch {}
}
// src/viewer/state/theme.ts
var nr = [
	"system",
	"light",
	"dark"
], rr = "goldset-theme-change";
function ir(e) {
	ar(e), tr("theme", e), dispatchEvent(new Event(rr));
}
function ar(e) {
	document.documentElement.dataset.theme = e;
}
function or() {
	let e = er("theme");
	ar(nr.find((t) => t === e) ?? "system");
}
function sr() {
	let e = () => nr.find((e) => e === document.documentElement.dataset.theme) ?? "system", [t, n] = F(e);
	return I(() => {
		let t = () => n(e());
		return addEventListener(rr, t), () => removeEventListener(rr, t);
	}, []), t;
}
function cr() {
	let e = sr(), t = $n("(prefers-color-scheme: dark)");
	return !Qn() && (e === "system" ? t : e === "dark");
}
// src/viewer/parts/charts.tsx
function lr({ section: e, kind: t }) {
	let n = X("charts")?.filter((t) => t.section === e) ?? [], r = n.filter((e) => e.kind === "matrix");
	return t === "matrix" ? r.map((e) => /* @__PURE__ */ U("button", {
		type: "button",
		class: "save",
		onClick: () => mr(e),
		children: ["Save as PNG: ", e.title]
	}, e.id)) : n.filter((e) => e.kind !== "matrix").map((e) => /* @__PURE__ */ U("figure", {
		class: "chart",
		children: [
			/* @__PURE__ */ U("figcaption", { children: [/* @__PURE__ */ U("b", { children: e.title }), e.subtitle && /* @__PURE__ */ U("span", {
				class: "quiet",
				children: [" ", e.subtitle]
			})] }),
			/* @__PURE__ */ U(hr, { definition: e }),
			/* @__PURE__ */ U("details", { children: [/* @__PURE__ */ U("summary", { children: "Numbers of this chart" }), /* @__PURE__ */ U(_r, { definition: e })] })
		]
	}, e.id));
}
var ur;
function dr() {
	return ur ??= In().then(() => globalThis.goldsetDrawChart), ur;
}
function fr(e, t, n) {
	let r = document.createElement("canvas");
	r.width = e.width, r.height = e.height;
	let i = r.getContext("2d");
	if (!i) return;
	i.fillStyle = n, i.fillRect(0, 0, r.width, r.height), i.drawImage(e, 0, 0);
	let a = document.createElement("a");
	a.download = `${t}.png`, a.href = r.toDataURL("image/png"), a.click();
}
var pr = 800;
async function mr(e) {
	let t = await dr(), n = document.createElement("div");
	n.className = "drawing";
	let r = document.createElement("canvas");
	n.style.width = `${pr}px`, n.style.height = `${110 + Kn(e) * 26}px`, n.append(r), document.body.append(n);
	let i = t(r, e, qn);
	fr(r, e.id, qn.ground), i(), n.remove();
}
function hr({ definition: e }) {
	let t = L(null), n = cr() ? Jn : qn, [r, i] = F(!1), a = Kn(e), o = a === 0 ? 360 : Math.min(4e3, Math.max(150, 90 + a * 26));
	return I(() => {
		let r, a = !0;
		return dr().then((o) => {
			a && t.current && (r = o(t.current, e, n), i(!0));
		}, () => dispatchEvent(new Event(Nn))), () => {
			a = !1, r?.();
		};
	}, [e, n]), /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U("div", {
		class: "chart-frame",
		style: { height: `${o}px` },
		children: /* @__PURE__ */ U("canvas", {
			ref: t,
			role: "img",
			"aria-label": `${e.title}. ${e.subtitle ?? ""} The table below has the numbers.`
		})
	}), r && /* @__PURE__ */ U("button", {
		type: "button",
		class: "save",
		onClick: () => t.current && fr(t.current, e.id, n.ground),
		children: "Save as PNG"
	})] });
}
var gr = 500;
function _r({ definition: e }) {
	let { series: t, categories: n } = e, r = Math.max(n.length, ...t.map(({ values: e }) => e.length));
	return /* @__PURE__ */ U(K, {
		label: `Numbers of ${e.title}`,
		look: "compact",
		rows: Array.from({ length: Math.min(r, gr) }, (e, t) => t),
		columns: [{
			heading: t.some(({ x: e }) => e) ? e.xLabel : e.yLabel || "Name",
			cell: (e) => n[e] ?? t[0]?.x?.[e] ?? e + 1
		}, ...t.map(({ name: t, values: n }) => W(t, (t) => {
			let r = n[t];
			return r == null ? "—" : B(r, e.format);
		}))]
	});
}
// src/model/json/json-value.ts
function vr(e) {
	return typeof e == "object" && !!e && !Array.isArray(e) && !(e instanceof gn);
}
function yr(e) {
	if (e == null) return "—";
	if (typeof e == "string") return e === "" ? "\"\"" : e;
	if (typeof e != "object") return String(e);
	if (!Array.isArray(e) && "amount" in e) {
		let t = Object.entries(e).filter(([e, t]) => e !== "amount" && t !== null);
		if (t.every(([, e]) => typeof e == "string")) return [yr(e.amount), ...t.map(([, e]) => String(e))].join(" ");
	}
	return JSON.stringify(e);
}
// src/model/score/citation-counts.ts
var br = {
	supported: "supported",
	unsupported: "not supported",
	uncited: "no citation",
	unchecked: "not checked"
};
Object.keys(br);
// src/base/collections.ts
function xr(e, t, n) {
	let r = 0;
	for (; r < e.length && r < t.length && e[r] === t[r];) r++;
	let i = 0;
	for (; i < e.length - r && i < t.length - r && e[e.length - 1 - i] === t[t.length - 1 - i];) i++;
	let a = e.slice(r, e.length - i), o = t.slice(r, t.length - i), s = a.length <= n && o.length <= n;
	return [
		...Array.from({ length: r }, (e, t) => [t, t]),
		...(s ? Sr(a, o) : []).map(([e, t]) => [e + r, t + r]),
		...Array.from({ length: i }, (n, r) => [e.length - i + r, t.length - i + r])
	];
}
function Sr(e, t) {
	let n = t.length + 1, r = new Uint16Array((e.length + 1) * n);
	for (let i = e.length - 1; i >= 0; i--) for (let a = t.length - 1; a >= 0; a--) {
		let o = i * n + a;
		r[o] = e[i] === t[a] ? (r[o + n + 1] ?? 0) + 1 : Math.max(r[o + n] ?? 0, r[o + 1] ?? 0);
	}
	let i = [];
	for (let a = 0, o = 0; a < e.length && o < t.length;) {
		let s = a * n + o;
		e[a] === t[o] ? i.push([a++, o++]) : (r[s + n] ?? 0) >= (r[s + 1] ?? 0) ? a++ : o++;
	}
	return i;
}
// src/viewer/state/character-difference.ts
var Cr = 160;
function wr(e, t) {
	let n = [...e], r = new Set(xr(n, [...t], Cr).map(([e]) => e)), i = [];
	return n.forEach((e, t) => {
		let n = r.has(t), a = i.at(-1);
		a && a.same === n ? a.text += e : i.push({
			text: e,
			same: n
		});
	}), i;
}
// src/viewer/parts/leaf-value.tsx
function Tr({ leaf: e, confidence: t, cited: n }) {
	if (!e) return /* @__PURE__ */ U("span", {
		class: "quiet",
		children: "·"
	});
	let r = Mr(yr(e.predicted)), i = e.outcome === "incorrect" ? Or(e, r) : null;
	return /* @__PURE__ */ U("span", {
		class: "leaf",
		children: [
			/* @__PURE__ */ U("span", {
				class: r.length <= 14 ? "short" : void 0,
				children: [
					/* @__PURE__ */ U(xt, { outcome: e.outcome }),
					" ",
					/* @__PURE__ */ U("span", {
						class: "leaf-text",
						children: i ? i.map((e, t) => e.same ? e.text : /* @__PURE__ */ U("mark", { children: e.text }, t)) : r
					})
				]
			}),
			t != null && e.outcome !== "absent" && /* @__PURE__ */ U("span", {
				class: "confidence",
				title: "confidence",
				children: [" ", z(t, 2)]
			}),
			n && /* @__PURE__ */ U(Ar, { cited: n }),
			e.note !== void 0 && /* @__PURE__ */ U("span", {
				class: "note",
				children: e.note
			})
		]
	});
}
var Er = /^\d{4}-\d{2}-\d{2}/, Dr = .6;
function Or({ expected: e, predicted: t }, n) {
	if (typeof e != "string" || typeof t != "string" || n.length <= 3 || Er.test(e) && Er.test(t)) return null;
	let r = wr(n, Mr(yr(e)));
	return r.reduce((e, t) => e + (t.same ? t.text.length : 0), 0) >= Dr * Math.max(n.length, e.length) ? r : null;
}
var kr = {
	supported: "✓",
	unsupported: "✗",
	uncited: "∅",
	unchecked: "?"
};
function Ar({ cited: { state: e, ocr: t } }) {
	let n = t && (e === "supported" || e === "unsupported");
	return /* @__PURE__ */ U("span", {
		class: `note citation ${e}`,
		children: [
			kr[e],
			" ",
			e === "uncited" ? "" : "citation ",
			br[e],
			n && " (OCR)"
		]
	});
}
var jr = 4e3;
function Mr(e) {
	return e.length <= jr ? e : `${e.slice(0, jr).toWellFormed()}… (${z(e.length)} characters)`;
}
function Z({ path: e }) {
	let t = e.split(/(?<=[._\]])/);
	return t.map((e, n) => /* @__PURE__ */ U(b, { children: [e, n < t.length - 1 && /* @__PURE__ */ U("wbr", {})] }, n));
}
// src/viewer/state/document-filter.ts
function Nr(e) {
	let t = [];
	for (let n of e.matchAll(/(-?)(?:([a-z-]+):)?(?:"([^"]*)"|(\S+))/gi)) {
		let [, e, r, i, a] = n, o = i ?? a ?? "";
		o !== "" && t.push({
			key: (r ?? "").toLowerCase(),
			value: o,
			negated: e === "-"
		});
	}
	return t;
}
function Pr(e, t) {
	return /[\s"]/.test(t) ? `${e}:"${t.replaceAll("\"", "")}"` : `${e}:${t}`;
}
var { newlyWrong: Fr, lostResult: Ir, moreErrors: Lr, mixed: Rr, otherWrong: zr, fewerErrors: Br, nowRight: Vr } = ft, Hr = /* @__PURE__ */ new Map([
	["newly-wrong", Fr + Ir],
	["fewer-errors", Br + Vr],
	["changed", Fr + Ir + Lr + Rr + zr + Br + Vr],
	["unchanged", ft.unchanged]
]), Ur = /* @__PURE__ */ new Map([
	["scored", "s"],
	["without-gold", "w"],
	["failed", "f"],
	["cancelled", "c"],
	["not-run", "n"]
]);
function Wr(e, t, n = [...e.ids.keys()]) {
	return Nr(t).reduce((t, n) => {
		let r = qr(e, n);
		return t.filter((e) => r(e) !== n.negated);
	}, n);
}
var Gr = null;
function Kr(e, t, n) {
	return (Gr?.index !== e || Gr.sort !== n) && (Gr = {
		index: e,
		sort: n,
		items: oi(e, [...e.ids.keys()], n)
	}), Wr(e, t, Gr.items);
}
function qr(e, t) {
	let n = t.value.toLowerCase(), r = e.versions.length - 1, i = e.labels.indexOf(t.value);
	switch (t.key) {
		case "field": return Zr(e, n);
		case "tag": return Qr(e, n);
		case "state": return Jr(e, n);
		case "expected": return $r(e, r, (e) => e === i);
		case "got": return $r(e, r, (e, t) => t === i);
		case "was": return $r(e, 0, (e, t) => t === i);
		case "cell": return ei(e, r, t.value);
		case "cell-was": return ei(e, 0, t.value);
		case "id": return (n) => e.ids[n] === t.value;
		case "": return Yr(e, n);
		default: return Xr(e, `${t.key}:${n}`);
	}
}
function Jr({ versions: e, change: t }, n) {
	let r = lt.find((e) => e.toLowerCase() === n);
	if (r !== void 0) return (e) => pt(t[e]) === r;
	let i = Ur.get(n);
	return (t) => e.some((e) => e.state[t] === i);
}
function Yr(e, t) {
	let { versions: n, change: r } = e, i = Hr.get(t);
	return i === void 0 ? t === "new-errors" ? (t) => (e.newErrors[t] ?? 0) > 0 : t === "wrong" ? (e) => n.some(({ exact: t }) => t[e] !== "1") : t === "right" ? (e) => n.every(({ exact: t }) => t[e] === "1") : t === "failed" ? (e) => n.some(({ state: t }) => t[e] === "f") : Xr(e, t) : (e) => i.includes(r[e] ?? "?");
}
function Xr({ ids: e, names: t }, n) {
	let r = (e) => e?.toLowerCase().includes(n) === !0;
	return (n) => r(e[n]) || r(t[n]);
}
function Zr({ fields: e, versions: t }, n) {
	let r = e.map((e) => e.toLowerCase()), i = (e) => r.flatMap((t, n) => e(t) ? [n] : []), a = i((e) => e === n || e.startsWith(`${n}.`) || e.endsWith(`.${n}`)), o = new Set(a.length > 0 ? a : i((e) => e.includes(n)));
	return (e) => t.some(({ wrong: t }) => t[e]?.some((e) => o.has(e)));
}
function Qr({ tags: e }, t) {
	let n = t.indexOf("="), r = t.slice(n + 1), i = n < 0 ? e : e.filter(({ name: e }) => e.toLowerCase() === t.slice(0, n));
	return (e) => i.some((t) => t.values[(t.of[e] ?? 0) - 1]?.toLowerCase() === r);
}
function $r({ labels: e, versions: t }, n, r) {
	let i = (t) => r(Math.floor(t / e.length), t % e.length);
	return (e) => t[n]?.cells[e]?.some(i) ?? !1;
}
function ei(e, t, n) {
	let r = e.labels.map((e) => e.replaceAll("\"", ""));
	return $r(e, t, (e, t) => `${r[e]}>${r[t]}` === n);
}
function ti(e, t, n) {
	let r = (t) => ii.indexOf(e.change[t] ?? "-"), i = (t) => e.newErrors[t] ?? 0, a = e.change[t] === Br || e.change[t] === Vr, o = (t) => ri(e.versions[1], t) - ri(e.versions[0], t);
	return r(t) - r(n) || i(n) - i(t) || (r(t) < ai ? (o(n) - o(t)) * (a ? -1 : 1) : 0);
}
function ni(e, t) {
	let n = e.change[t], r = pt(n);
	return r === null ? null : {
		state: r,
		newlyWrong: n === Fr || n === Ir,
		newErrors: e.newErrors[t] ?? 0,
		errorsBefore: ri(e.versions[0], t),
		errorsNow: ri(e.versions.at(-1), t)
	};
}
function ri(e, t) {
	return (e?.incorrect[t] ?? 0) + (e?.missing[t] ?? 0) + (e?.spurious[t] ?? 0);
}
var ii = `${Object.values(ft).join("")}-`, ai = ii.indexOf(ft.unchanged);
function oi(e, t, n) {
	let r = n.replace(/^-/, ""), i = n.startsWith("-") ? -1 : 1;
	if (r === "" || r === "change") return t.toSorted((t, n) => i * ti(e, t, n));
	if (r === "id") {
		let { compare: n } = new Intl.Collator("en", { numeric: !0 });
		return t.toSorted((t, r) => i * n(e.ids[t] ?? "", e.ids[r] ?? ""));
	}
	let a = si(e, r);
	return t.toSorted((e, t) => i * (a(e) - a(t)));
}
function si(e, t) {
	let n = e.versions.at(-1);
	if (t === "confidence") return (e) => n?.confidence[e] ?? -1;
	if (t === "latency") return (e) => n?.latency[e] ?? -1;
	let r = e.versions[Number(t.replace("wrong", ""))];
	return (e) => r?.state[e] === "s" ? ri(r, e) : 1e9;
}
// src/viewer/sections/fields-section.tsx
var ci = {
	change: "largest change",
	weakest: "weakest first",
	errors: "most errors",
	schema: "order of the schema"
}, li = Y("fields", ({ names: e, address: t, data: n }) => {
	let r = e.length > 1, { name: i = "", verdict: a = "", type: o = "", open: s = "", terms: c = "" } = t.query, { sort: l = r ? "change" : "weakest" } = t.query, u = yi(n.filter((e) => e.field.toLowerCase().includes(i.toLowerCase()) && (a === "" || e.comparison?.verdict === a) && (o === "" || e.type === o)), l), d = (e) => H(t, e), f = [...new Set(n.map((e) => e.type))];
	return /* @__PURE__ */ U(b, { children: [
		/* @__PURE__ */ U(J, {
			title: "Fields",
			children: [
				z(n.filter((e) => e.isLeaf).length),
				" fields",
				r && `. ○ ${e[0]}, ● ${e[1]}; the bar around ● is its`,
				r && " ",
				r && /* @__PURE__ */ U(At, { name: "range" }),
				"."
			]
		}),
		/* @__PURE__ */ U("form", {
			class: "filters",
			onSubmit: (e) => e.preventDefault(),
			children: [
				/* @__PURE__ */ U("label", { children: [
					"Name",
					" ",
					/* @__PURE__ */ U("input", {
						type: "search",
						value: i,
						onInput: (e) => d({ name: e.currentTarget.value })
					})
				] }),
				/* @__PURE__ */ U("label", { children: [
					"Sort",
					" ",
					/* @__PURE__ */ U("select", {
						value: Object.hasOwn(ci, l) ? l : "",
						onChange: (e) => d({ sort: e.currentTarget.value }),
						children: [!Object.hasOwn(ci, l) && /* @__PURE__ */ U("option", {
							value: "",
							children: "by column"
						}), Object.entries(ci).filter(([e]) => r || e !== "change").map(([e, t]) => /* @__PURE__ */ U("option", {
							value: e,
							children: t
						}, e))]
					})
				] }),
				r && /* @__PURE__ */ U(ui, {
					label: "Verdict",
					value: a,
					options: Object.entries(ht).map(([e, [, t]]) => [e, t]),
					onChange: (e) => d({ verdict: e })
				}),
				/* @__PURE__ */ U(ui, {
					label: "Kind",
					value: o,
					options: f.map((e) => [e, e]),
					onChange: (e) => d({ type: e })
				}),
				/* @__PURE__ */ U("label", { children: [
					/* @__PURE__ */ U("input", {
						type: "checkbox",
						checked: c !== "",
						onChange: () => d({ terms: c === "" ? "analyst" : "" })
					}),
					" ",
					"figures for analysts"
				] })
			]
		}),
		/* @__PURE__ */ U("p", {
			class: "visually-hidden",
			role: "status",
			children: [z(u.length), " rows"]
		}),
		/* @__PURE__ */ U(Wt, {
			label: "Fields",
			children: /* @__PURE__ */ U(di, {
				rows: u,
				comparing: r,
				analyst: c !== "",
				sort: l,
				open: s,
				onChange: d
			})
		}),
		u.length === 0 && /* @__PURE__ */ U("p", {
			class: "quiet",
			children: [
				"No field matches.",
				" ",
				/* @__PURE__ */ U("button", {
					type: "button",
					class: "save",
					onClick: () => d({
						name: "",
						verdict: "",
						type: ""
					}),
					children: "Clear the filters"
				})
			]
		}),
		/* @__PURE__ */ U(lr, { section: "fields" })
	] });
});
function ui(e) {
	return /* @__PURE__ */ U("label", { children: [
		e.label,
		" ",
		/* @__PURE__ */ U("select", {
			value: e.value,
			onChange: (t) => e.onChange(t.currentTarget.value),
			children: [/* @__PURE__ */ U("option", {
				value: "",
				children: "all"
			}), e.options.map(([e, t]) => /* @__PURE__ */ U("option", {
				value: e,
				children: t
			}, e))]
		})
	] });
}
function di(e) {
	let { comparing: t, analyst: n = !1, sort: r = "schema", open: i = "", onChange: a } = e, o = r === "schema";
	return /* @__PURE__ */ U(It, {
		look: "fields",
		columns: [
			{
				heading: "Field",
				sortBy: "field",
				lookIn: (e) => `indent-${o ? Math.min(e.depth, 8) : 0}`,
				cell: (e) => /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U("button", {
					type: "button",
					class: "opener",
					"aria-expanded": i === e.field,
					onClick: () => a({ open: i === e.field ? "" : e.field }),
					children: [/* @__PURE__ */ U("span", {
						"aria-hidden": "true",
						class: "opener-sign",
						children: i === e.field ? "▾" : "▸"
					}), /* @__PURE__ */ U(Z, { path: o ? e.label : e.field })]
				}), n && /* @__PURE__ */ U("span", {
					class: "type",
					children: e.type
				})] })
			},
			...t ? [Pt(({ comparison: e }) => e, ({ isLeaf: e, notComparable: t }) => t ?? (e ? "" : void 0), {
				sortBy: "verdict",
				term: "verdict"
			}, ({ support: e }) => e)] : [],
			{
				heading: /* @__PURE__ */ U(Xt, {}),
				label: "Right, of 100",
				cell: (e) => /* @__PURE__ */ U(Zt, {
					values: e.f1,
					dimmed: fi(e)
				})
			},
			W(t ? "Right, before → now" : "Right, of 100", (e) => /* @__PURE__ */ U($t, { values: e.f1 }), {
				sortBy: "f1",
				term: "right"
			}),
			...Gn(e.rows, (e) => e.f1),
			...t ? [W("Change (range)", ({ comparison: e }) => e && /* @__PURE__ */ U(en, { difference: e.difference }), {
				sortBy: "difference",
				from: "medium"
			})] : [],
			{
				heading: "Most frequent error",
				look: "value",
				from: "wide",
				cell: ({ confusions: [e] }) => e && `${e.expected} → ${e.predicted}`
			},
			W("Documents", (e) => z(e.support), {
				sortBy: "support",
				from: "medium"
			}),
			...n ? pi(t) : []
		],
		rows: e.rows,
		rowLook: (e) => e.isLeaf ? "leaf" : "node",
		sort: r,
		onSort: (e) => a({ sort: e }),
		openBelow: (e) => i === e.field && /* @__PURE__ */ U(mi, {
			row: e,
			analyst: n
		})
	});
}
function fi({ comparison: e }) {
	return e !== null && e.verdict === "inconclusive";
}
function pi(e) {
	return [
		{
			heading: "Outcomes",
			sortBy: "wrong",
			from: "medium",
			cell: (e) => /* @__PURE__ */ U(rn, { counts: e.counts })
		},
		G("Precision, %", (e) => e.precision, {
			sortBy: "precision",
			from: "medium"
		}),
		G("Recall, %", (e) => e.recall, {
			sortBy: "recall",
			from: "medium"
		}),
		G("F1, %", (e) => e.f1, { from: "medium" }),
		...e ? [W("Adjusted p", ({ comparison: e }) => e?.adjustedP == null ? "" : Xe(e.adjustedP), { from: "medium" })] : []
	];
}
function mi(e) {
	let { field: t, isLeaf: n, confusions: r, comparison: i } = e.row, a = Pr("field", t);
	return /* @__PURE__ */ U("div", {
		class: "field-errors",
		children: [r.length > 0 ? /* @__PURE__ */ U(It, {
			look: "compact",
			rows: r,
			columns: [
				{
					heading: "Expected",
					look: "value",
					cell: (e) => e.expected
				},
				{
					heading: "Answer of the last version",
					look: "value",
					cell: (e) => e.predicted
				},
				W("Times", (e) => z(e.times)),
				{
					heading: "Documents",
					look: "links",
					cell: ({ items: e, documents: t }) => /* @__PURE__ */ U(b, { children: [e.map((e) => /* @__PURE__ */ U(q, {
						id: e,
						q: a
					}, e)), t > e.length && /* @__PURE__ */ U("span", {
						class: "quiet",
						children: [
							"and ",
							z(t - e.length),
							" more"
						]
					})] })
				}
			]
		}) : /* @__PURE__ */ U("p", {
			class: "quiet",
			children: n ? "No errors in the last version." : "Sums of the fields below."
		}), /* @__PURE__ */ U("ul", {
			class: "field-facts",
			children: [e.analyst && i && hi(i).map((e) => /* @__PURE__ */ U("li", { children: e }, e)), /* @__PURE__ */ U("li", { children: /* @__PURE__ */ U("a", {
				href: V("documents", "", { q: a }),
				children: "Documents with an error in this field"
			}) })]
		})]
	});
}
function hi(e) {
	let { difference: t, p: n, adjustedP: r, detectable: i, jointInterval: a, notes: o = [] } = e, s = n === null ? "" : `, p ${Xe(n)}, adjusted p ${Xe(r)}`, c = i == null ? null : z(i * 100, 1), l = a && Je({
		...t,
		interval: a
	});
	return [
		`Difference ${qe(t)} (${Je(t)})${s}`,
		...l === void 0 ? [] : [`Interval that holds together with the other significant ones: ${l}`],
		...o.map(et),
		...c === null ? [] : [`Smallest detectable difference: ${c} points.`]
	];
}
var gi = [
	"regressed",
	"inconclusive",
	"equivalent",
	"improved"
], _i = {
	difference: ({ comparison: e }) => e?.difference.value,
	size: ({ comparison: e }) => e?.difference.value == null ? null : Math.abs(e.difference.value),
	field: ({ field: e }) => e,
	support: ({ support: e }) => e,
	wrong: ({ counts: e }) => {
		let { incorrect: t = 0, missing: n = 0, spurious: r = 0 } = e.at(-1) ?? {};
		return t + n + r;
	},
	verdict: ({ comparison: e }) => e && gi.indexOf(e.verdict),
	precision: ({ precision: e }) => e.at(-1)?.value,
	recall: ({ recall: e }) => e.at(-1)?.value,
	f1: ({ f1: e }) => e.at(-1)?.value
}, vi = {
	change: "-size",
	weakest: "f1",
	errors: "-wrong"
};
function yi(e, t) {
	if (t === "schema") return e;
	let n = vi[t] ?? t, r = n.replace(/^-/, ""), i = Object.hasOwn(_i, r) ? _i[r] : void 0;
	if (i === void 0) return e;
	let a = n.startsWith("-") ? -1 : 1;
	return e.filter(({ isLeaf: e }) => e).toSorted((e, t) => {
		let [n, r] = [i(e) ?? null, i(t) ?? null];
		return n === null || r === null ? Number(n === null) - Number(r === null) : n < r ? -a : n > r ? a : 0;
	});
}
// src/viewer/sections/arrays-section.tsx
var bi = [
	["Rows expected", "expectedRows"],
	["Rows found", "predictedRows"],
	["Rows fully right", "exactRows"],
	["∅ Rows missed", "missing"],
	["+ Rows extra", "spurious"],
	["Tables with the right number of rows", "cardinalityRight"],
	["Cells right", "cells"]
], xi = [
	["Expected rows fully right", "rowRecall"],
	["Found rows fully right", "rowPrecision"],
	["Missed rows whose text is part of another row", "merged"],
	["Extra rows that repeat another row", "duplicated"],
	["Extra rows that are part of another row", "split"],
	["Rows out of order", "outOfOrder"],
	["Rows swapped", "inversions"],
	["Rows matched by position alone", "ties"],
	["Weakest row match: cells in common", "margin"],
	["Tables too large for all checks", "notDiagnosed"]
], Si = Y("arrays", ({ names: e, data: t }) => {
	let n = X("fields") ?? [];
	return /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U(J, {
		title: "Line items",
		children: "Rows are paired first, then compared cell by cell. All cells of a missed row count as missing."
	}), t.map((t) => {
		let r = n.filter((e) => e.field.startsWith(`${t.field}.`)), i = t.values.at(-1);
		return /* @__PURE__ */ U("section", { children: [
			/* @__PURE__ */ U("h2", { children: t.field }),
			i && /* @__PURE__ */ U(Ci, {
				values: i,
				name: e.at(-1) ?? ""
			}),
			/* @__PURE__ */ U(wi, {
				label: `Rows of ${t.field}`,
				array: t,
				names: e,
				rows: bi
			}),
			/* @__PURE__ */ U("details", { children: [/* @__PURE__ */ U("summary", { children: ["More about the rows of ", t.field] }), /* @__PURE__ */ U(wi, {
				label: `More about the rows of ${t.field}`,
				array: t,
				names: e,
				rows: xi
			})] }),
			r.length > 0 && /* @__PURE__ */ U("h3", { children: "Columns" }),
			r.length > 0 && /* @__PURE__ */ U(Wt, {
				label: `Columns of ${t.field}`,
				children: /* @__PURE__ */ U(di, {
					rows: r,
					comparing: e.length > 1,
					onChange: Di
				})
			})
		] }, t.field);
	})] });
});
function Ci({ values: e, name: t }) {
	let { expectedRows: n, exactRows: r, missing: i, spurious: a } = e, o = Math.max(0, n - r - i), s = (e) => ({ width: `${n === 0 ? 0 : e / n * 100}%` });
	return /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U("p", {
		class: "funnel",
		children: [
			"Of ",
			z(n),
			" expected rows, ",
			t,
			" reads",
			" ",
			/* @__PURE__ */ U("b", { children: [z(r), " fully right"] }),
			", ",
			z(o),
			" with a wrong cell, and misses",
			" ",
			z(i),
			". It adds ",
			z(a),
			" extra ",
			a === 1 ? "row" : "rows",
			"."
		]
	}), /* @__PURE__ */ U("div", {
		class: "share-bar",
		"aria-hidden": "true",
		children: [
			/* @__PURE__ */ U("span", {
				class: "share-correct",
				style: s(r)
			}),
			/* @__PURE__ */ U("span", {
				class: "share-incorrect",
				style: s(o)
			}),
			/* @__PURE__ */ U("span", {
				class: "share-missing",
				style: s(i)
			})
		]
	})] });
}
function wi(e) {
	let { label: t, array: n, names: r, rows: i } = e;
	return /* @__PURE__ */ U(K, {
		label: t,
		look: "narrow",
		rows: i,
		columns: [
			{
				heading: "Measure",
				cell: ([e]) => e
			},
			...r.map((e, t) => W(e, ([, e]) => Ti(n.values[t], e))),
			...r.length > 1 ? [W("Change", ([, e]) => Ei(n.values, e), { from: "medium" })] : []
		]
	});
}
function Ti(e, t) {
	let n = e?.[t] ?? null;
	return typeof n == "number" ? z(n) : n?.unit === "share" ? /* @__PURE__ */ U($t, { values: [n] }) : qe(n);
}
function Ei([e, t], n) {
	let [r, i] = [e?.[n], t?.[n]], [a, o] = [r, i].map((e) => typeof e == "object" && e?.value != null ? Math.round(e.value * 100) : e);
	return typeof a != "number" || typeof o != "number" || a === o ? "" : `${o > a ? "+" : ""}${z(o - a)}`;
}
function Di(e) {
	location.hash = `#/fields?${new URLSearchParams(e)}`;
}
// src/model/report/error-attribution.ts
var Oi = [
	"splitting",
	"classification",
	"row-alignment",
	"value",
	"presence"
], ki = {
	splitting: "splitting",
	classification: "classification",
	"row-alignment": "row alignment",
	value: "value (wrong)",
	presence: "presence (missing, spurious)"
}, Ai = {
	rerun: "Measured by runs with gold splits and with gold classes.",
	"first-failure": "Not measured: all errors of a document count for the first stage that failed, so early stages look worse than they are.",
	mixed: "Measured for packets with runs on gold splits and classes. For other packets, all errors count for the first stage that failed."
}, ji = 500, Mi = Y("attribution", ({ data: e }) => {
	let { errors: t, expected: n, packets: r, documents: i, byStage: a, remaining: o, byPacket: s } = e, c = new Set(X("index")?.ids ?? []), l = s.filter((e) => e.errors !== 0 || Oi.some((t) => e.byStage[t] !== 0)), u = (e) => t === 0 ? null : a[e] / t;
	return /* @__PURE__ */ U(b, { children: [
		/* @__PURE__ */ U(J, {
			title: "Error sources",
			children: [
				z(t),
				" errors in ",
				z(i),
				" documents of ",
				z(r),
				" ",
				"packets. The gold has ",
				z(n),
				" values. ",
				Ai[e.method]
			]
		}),
		/* @__PURE__ */ U(K, {
			label: "Errors by stage",
			look: "narrow",
			rows: Oi,
			columns: [
				{
					heading: "Stage",
					cell: (e) => et(ki[e])
				},
				W("Errors", (e) => z(a[e])),
				W("Share, %", (e) => {
					let t = u(e);
					return t === null ? "—" : B(t, "share");
				}),
				{
					heading: /* @__PURE__ */ U("span", {
						class: "visually-hidden",
						children: "Share of all errors"
					}),
					cell: (e) => /* @__PURE__ */ U(Ni, { share: u(e) ?? 0 })
				}
			]
		}),
		/* @__PURE__ */ U("p", {
			class: "quiet",
			children: [
				"Remaining errors: ",
				z(o.original),
				" as run, ",
				z(o.goldSplits),
				" with gold splits, ",
				z(o.goldClasses),
				" with gold splits and classes. A stage below 0 hides errors of later stages."
			]
		}),
		/* @__PURE__ */ U("h2", { children: "By packet" }),
		/* @__PURE__ */ U(K, {
			label: "Errors by packet",
			rows: l.slice(0, ji),
			columns: [
				{
					heading: "Packet",
					cell: ({ id: e }) => c.has(e) ? /* @__PURE__ */ U(q, { id: e }) : e
				},
				W("Errors", (e) => z(e.errors)),
				...Oi.map((e) => W(et(ki[e]), (t) => z(t.byStage[e])))
			]
		}),
		/* @__PURE__ */ U("p", {
			class: "quiet",
			children: [
				"Packets without an error: ",
				z(r - l.length),
				".",
				l.length > ji && ` attribution.csv lists ${z(l.length - ji)} more packets with errors.`
			]
		})
	] });
});
function Ni({ share: e }) {
	return /* @__PURE__ */ U("svg", {
		class: "stage-bar",
		width: 160,
		height: 12,
		"aria-hidden": "true",
		children: /* @__PURE__ */ U("rect", {
			x: 0,
			y: 1,
			width: Math.max(0, Math.min(1, e)) * 160,
			height: 10
		})
	});
}
// src/base/place-text.ts
var Pi = /^[^.[\]]*(?:\[\d+\])*(?:\.[^.[\]]*(?:\[\d+\])*)*$/;
function Fi(e, t = !1) {
	return !e.includes("[") || !Pi.test(e) ? e : `${e.split(/(?<=\])\.?|\.(?=[^.[\]]*\[)/).filter((e) => e !== "").map(Ii).join(", ")}${t ? " (extra row)" : ""}`;
}
function Ii(e) {
	let [, t = "", n = ""] = /^([^[\]]*)\[(\d+)\]$/.exec(e) ?? [];
	if (n === "") return e;
	let r = t.replace(/(?<=[a-z0-9])(?=[A-Z])/g, " ").replace(/[_-]+/g, " ").trim().toLowerCase();
	return `${r === "" ? "row" : Li(r)} ${Number(n) + 1}`;
}
function Li(e) {
	return /[^aeiou]ies$/.test(e) ? `${e.slice(0, -3)}y` : /(?:ss|x|z|ch|sh)es$/.test(e) ? e.slice(0, -2) : /[^sui]s$/.test(e) ? e.slice(0, -1) : e;
}
// src/model/score/cause-section.ts
function Ri({ tag: e, value: t, documents: n, of: r, otherDocuments: i, ofOther: a }) {
	return `${e}: ${t} (${n} of ${r} documents, elsewhere ${i} of ${a})`;
}
function zi(e, t = 3) {
	let n = e.slice(0, t).map(({ field: e, values: t }) => `${e} ${t}`), r = e.length - n.length;
	return r === 0 ? n.join(", ") : `${n.join(", ")} and ${r} more`;
}
function Bi(e, t = 0) {
	if (e === void 0 || e.documents === 0) return "0";
	let n = `${e.documents.toLocaleString("en")} ${e.documents === 1 ? "document" : "documents"}`;
	if (e.share === null || t < 20) return n;
	let r = 100 * e.share;
	return r < .1 ? `${n} (less than +0.1 of 100)` : `${n} (+${r < 10 ? Math.round(10 * r) / 10 : Math.round(r)} of 100)`;
}
// src/viewer/sections/causes-section.tsx
var Vi = Y("causes", ({ names: e, data: t }) => {
	let { causes: n, documents: r, wrongValues: i } = t, a = (e) => e.versions.at(-1);
	return /* @__PURE__ */ U(b, { children: [
		/* @__PURE__ */ U(J, {
			title: "What to fix first",
			children: [
				z(i.at(-1) ?? 0),
				" wrong, missing or extra values",
				e.length > 1 && ` of ${e.at(-1)}`,
				" in ",
				z(r.at(-1) ?? 0),
				" documents, grouped by cause.",
				" ",
				n.some((e) => e.name !== "unknown" && (a(e)?.gain.documents ?? 0) > 0) ? "The first cause costs the most fully right documents of all known causes." : "No known cause alone keeps a document from being fully right."
			]
		}),
		/* @__PURE__ */ U(K, {
			label: "Causes of wrong values",
			rows: n,
			columns: [
				{
					heading: "Cause",
					cell: ({ label: e }) => e,
					title: ({ doc: e }) => e
				},
				W("Fully right if fixed", (e) => Bi(a(e)?.gain, r.at(-1))),
				Hi("Wrong values", ({ versions: e }) => e.map(({ values: e }) => e)),
				Hi("Documents", ({ versions: e }) => e.map((e) => e.documents), "medium"),
				{
					heading: "Fields",
					from: "wide",
					cell: (e) => zi(a(e)?.fields ?? [])
				},
				{
					heading: "More frequent in",
					from: "wide",
					cell: (e) => {
						let t = a(e)?.group ?? null;
						return t === null ? "" : Ri(t);
					}
				}
			],
			openBelow: (e) => e.examples.length > 0 && /* @__PURE__ */ U(Ui, { row: e })
		}),
		/* @__PURE__ */ U("p", {
			class: "quiet",
			children: "\"Fully right if fixed\" counts the documents whose errors all have this cause, and their share of all documents. Rules on the two values find the cause, so it is an indication and not a proof. A value has one cause: the first that applies, from the most specific to the most general."
		})
	] });
});
function Hi(e, t, n) {
	return W(e, (e) => {
		let n = t(e).map((e) => z(e));
		return /* @__PURE__ */ U(b, { children: [n.length > 1 && /* @__PURE__ */ U("span", {
			class: "baseline-number",
			children: n[0]
		}), /* @__PURE__ */ U("span", { children: n.at(-1) })] });
	}, n && { from: n });
}
function Ui({ row: { label: e, examples: t, versions: n } }) {
	let r = n.at(-1)?.values ?? 0;
	return /* @__PURE__ */ U("details", { children: [/* @__PURE__ */ U("summary", { children: [
		z(t.length),
		t.length < r && ` of ${z(r)}`,
		" ",
		r === 1 ? "value" : "values",
		t.length < r && ", at most one per document",
		/* @__PURE__ */ U("span", {
			class: "visually-hidden",
			children: [": ", e]
		})
	] }), /* @__PURE__ */ U(It, {
		rows: t,
		columns: [
			{
				heading: "Document",
				cell: ({ itemId: e }) => /* @__PURE__ */ U(q, { id: e })
			},
			{
				heading: "Place",
				look: "path",
				cell: ({ path: e, extraRow: t = !1 }) => /* @__PURE__ */ U(Z, { path: Fi(e, t) })
			},
			{
				heading: "Expected",
				look: "value",
				cell: ({ expected: e }) => e
			},
			{
				heading: "Got",
				look: "value",
				cell: ({ predicted: e }) => e
			}
		]
	})] });
}
// src/viewer/sections/citations-section.tsx
var Wi = [
	["Supported", "supported"],
	["Not supported", "unsupported"],
	["No citation", "uncited"],
	["Not checked", "unchecked"],
	["Read by OCR", "ocr"]
], Gi = [["Supported, %", (e) => e.support], ["With a citation, %", (e) => e.coverage]], Ki = [["Right page, %", (e) => e.page], ["Overlap, %", (e) => e.overlap]], qi = Y("citations", ({ names: e, data: t }) => {
	let { rows: n, hasGoldBoxes: r } = t, i = r ? [...Gi, ...Ki] : Gi, [a] = n;
	return /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U(J, {
		title: "Citations",
		children: [
			"A predicted value is supported if the words inside its cited box contain it. Values without a cited box are counted separately. Words that come from character recognition (OCR) may be wrong.",
			r && " Right page and overlap compare the cited box with the box in the gold, for values that have both.",
			e.length > 1 && ` ${e[0]} above, ${e[1]} below.`
		]
	}), /* @__PURE__ */ U(K, {
		label: "Citations per field",
		rows: n,
		columns: [
			{
				heading: "Field",
				cell: ({ field: e }) => e === "" ? /* @__PURE__ */ U("b", { children: "all values" }) : e
			},
			...i.map(([e, t]) => G(e, t)),
			...a?.comparison ? Nt((e) => e.comparison ?? void 0) : [],
			...Wi.map(([e, t]) => W(e, (e) => e.counts.map((e) => e === null ? "—" : z(e[t])).join(" → ")))
		]
	})] });
});
// src/model/report/order-types.ts
function Ji(e, t) {
	let n = (t, n) => e.reduce((e, r) => e + (r[t]?.[n] ?? 0) + (r[n]?.[t] ?? 0), 0), r = Yi(e, t), i = new Set(r.map((e, t) => t).filter((e) => (r[e] ?? 0) > 0)), a = [];
	for (; i.size > 0;) {
		let e = a.at(-1), t = [...i].sort((t, i) => (e === void 0 ? 0 : n(e, i) - n(e, t)) || (r[i] ?? 0) - (r[t] ?? 0) || t - i)[0];
		a.push(t), i.delete(t);
	}
	return [...a, ...r.map((e, t) => t).filter((e) => r[e] === 0)];
}
function Yi(e, t) {
	let n = Array(t).fill(0);
	for (let r of e) for (let [e, i] of r.entries()) for (let [r, a] of i.entries()) if (e !== r) for (let i of [e, r]) i < t && (n[i] = (n[i] ?? 0) + a);
	return n;
}
// src/viewer/parts/confusion-table.tsx
var Xi = 12;
function Zi(e) {
	let { section: t, view: n, share: r, versions: i } = e, { expectedLabels: a, predictedLabels: o, matrices: s } = t, [c, l] = F(!1), u = new Set(t.perClass.flatMap((e) => e.notComparable ? [e.label] : [])), d = a.length, f = Yi(s, d), p = Ji(s, d), m = !c && d > Xi, h = m ? p.filter((e) => (f[e] ?? 0) > 0) : p, g = [...h, ...o.map((e, t) => t).filter((e) => e >= d)];
	return /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U(Wt, {
		label: "Confusion matrix",
		children: /* @__PURE__ */ U("table", {
			class: "matrix",
			children: [
				/* @__PURE__ */ U("caption", {
					class: "visually-hidden",
					children: "Confusion matrix, correct type by answer"
				}),
				/* @__PURE__ */ U("thead", { children: /* @__PURE__ */ U("tr", { children: [
					/* @__PURE__ */ U("th", {
						scope: "col",
						children: /* @__PURE__ */ U("span", {
							class: "quiet",
							children: "correct type ↓ answer →"
						})
					}),
					g.map((e) => /* @__PURE__ */ U("th", {
						scope: "col",
						children: /* @__PURE__ */ U(Z, { path: o[e] ?? "" })
					}, e)),
					/* @__PURE__ */ U("th", {
						scope: "col",
						class: "number",
						children: t.unit
					})
				] }) }),
				/* @__PURE__ */ U("tbody", { children: h.map((e) => /* @__PURE__ */ U("tr", { children: [
					/* @__PURE__ */ U("th", {
						scope: "row",
						children: [a[e], u.has(a[e] ?? "") && /* @__PURE__ */ U("span", {
							class: "quiet below",
							children: "not compared"
						})]
					}),
					g.map((t) => /* @__PURE__ */ U(ea, {
						counts: s.map((n) => n[e]?.[t] ?? 0),
						sums: s.map((t) => Qi(t[e] ?? [])),
						pair: [a[e] ?? "", o[t] ?? ""],
						view: n < i ? n : null,
						share: r
					}, t)),
					/* @__PURE__ */ U("td", {
						class: "number quiet",
						children: z(Qi(s.at(-1)?.[e] ?? []))
					})
				] }, e)) })
			]
		})
	}), d > Xi && /* @__PURE__ */ U("button", {
		type: "button",
		class: "save",
		onClick: () => l(!c),
		children: m ? `Show ${z(d - h.length)} types without errors too` : "Fold types without errors"
	})] });
}
function Qi(e) {
	return e.reduce((e, t) => e + t, 0);
}
function $i(e, t) {
	return `${t ? "cell-was" : "cell"}:"${e.join(">").replaceAll("\"", "")}"`;
}
function ea({ counts: e, sums: t, pair: n, view: r, share: i }) {
	let a = e.map((e, n) => t[n] ? e / t[n] : 0), [o, s] = n, c = r === null, l = r ?? e.length - 1, u = (e) => (e[l] ?? 0) - (c ? e[0] ?? 0 : 0), d = u(e);
	if (d === 0) return /* @__PURE__ */ U("td", { class: "cell" });
	let f = u(a), p = o === s == (!c || d > 0), m = `${p ? "good" : "bad"} shade-${Math.max(1, Math.ceil(Math.abs(f) * 5))}`, h = c ? p ? "▲ " : "▼ " : "", g = i ? B(f, c ? "points" : "share") : `${c && d > 0 ? "+" : ""}${z(d)}`, _ = $i(n, r === 0 && e.length > 1), v = `${h}${g}`;
	return /* @__PURE__ */ U("td", {
		class: `cell ${m}`,
		children: e[l] ? /* @__PURE__ */ U("a", {
			href: V("documents", "", { q: _ }),
			"aria-label": `${g}: expected ${o}, got ${s}`,
			children: v
		}) : v
	});
}
// src/viewer/parts/for-analysts.tsx
function ta({ children: e }) {
	return /* @__PURE__ */ U("details", {
		class: "for-analysts",
		children: [/* @__PURE__ */ U("summary", { children: "Figures for analysts" }), e]
	});
}
// src/viewer/sections/classes-section.tsx
var na = Y("classes", ({ names: e, address: t, data: n }) => {
	let r = e.length > 1, i = r ? [...e, "difference"] : e, { view: a = i[e.length - 1] ?? "", shade: o = "count" } = t.query, s = Math.max(0, i.indexOf(a)), c = o === "share", l = n.unit === "pages";
	return /* @__PURE__ */ U(b, { children: [
		/* @__PURE__ */ U(J, {
			title: "Types",
			children: [
				z(n.expectedLabels.length),
				" types",
				l && ", counted per page",
				". Each row is a correct type, each column an answer. Select a cell to see its documents.",
				n.perClass.some((e) => e.notComparable) && " The matrix includes documents of a type that only some versions have. In the figures, they count only for that type."
			]
		}),
		/* @__PURE__ */ U("div", {
			class: "filters",
			children: [/* @__PURE__ */ U(ua, {
				label: "Version",
				options: i,
				value: i[s] ?? "",
				onChange: (e) => H(t, { view: e })
			}), /* @__PURE__ */ U(ua, {
				label: "Cells",
				options: ["count", "share"],
				value: c ? "share" : "count",
				onChange: (e) => H(t, { shade: e })
			})]
		}),
		/* @__PURE__ */ U("details", {
			class: "matrix-frame",
			open: !Xn(),
			children: [
				/* @__PURE__ */ U("summary", { children: "Confusion matrix" }),
				/* @__PURE__ */ U(Zi, {
					section: n,
					view: s,
					share: c,
					versions: e.length
				}),
				/* @__PURE__ */ U(lr, {
					section: "classes",
					kind: "matrix"
				})
			]
		}),
		/* @__PURE__ */ U(ca, {
			data: n,
			names: e
		}),
		/* @__PURE__ */ U("h2", { children: "By type" }),
		/* @__PURE__ */ U(K, {
			label: "By type",
			look: "classes-table",
			rows: aa(n),
			columns: [
				{
					heading: "Type",
					cell: (e) => e.label
				},
				...r ? [Pt((e) => ra(n, e), (e) => e.notComparable, { term: "verdict" }, (e) => e.support)] : [],
				W(l ? "Pages found" : "Found", (e) => oa(n, e)),
				{
					heading: /* @__PURE__ */ U(Xt, {}),
					label: "Right, of 100",
					cell: (e) => /* @__PURE__ */ U(Zt, { values: e.f1 })
				},
				W(r ? "Right, before → now" : "Right, of 100", (e) => /* @__PURE__ */ U($t, { values: e.f1 }), { term: "right" }),
				...r ? [ia(n)] : []
			]
		}),
		/* @__PURE__ */ U(ta, { children: /* @__PURE__ */ U(la, {
			data: n,
			names: e
		}) }),
		/* @__PURE__ */ U(lr, { section: "classes" })
	] });
});
function ra(e, { label: t }) {
	return e.changes.find(({ scope: e }) => e === `class:${t}`);
}
function ia(e) {
	return W("Change (range)", (t) => {
		let n = ra(e, t)?.difference;
		return n && /* @__PURE__ */ U(en, { difference: n });
	}, { from: "medium" });
}
function aa(e) {
	let t = (t) => {
		let n = ra(e, t)?.difference.value;
		return n == null ? t.f1.at(-1)?.value ?? 2 : -Math.abs(n);
	};
	return e.perClass.toSorted((e, n) => t(e) - t(n));
}
function oa({ matrices: e, expectedLabels: t, predictedLabels: n }, { label: r, support: i }) {
	return `${z(e.at(-1)?.[t.indexOf(r)]?.[n.indexOf(r)] ?? 0)} of ${z(i)}`;
}
var sa = 12;
function ca({ data: e, names: t }) {
	let { expectedLabels: n, predictedLabels: r, matrices: i, unit: a } = e, o = n.flatMap((e, t) => r.map((n, r) => ({
		expected: e,
		got: n,
		counts: i.map((e) => e[t]?.[r] ?? 0)
	}))).filter(({ expected: e, got: t, counts: n }) => e !== t && (n.at(-1) ?? 0) > 0).sort((e, t) => (t.counts.at(-1) ?? 0) - (e.counts.at(-1) ?? 0)).map(({ expected: e, got: n, counts: r }) => {
		let i = r.at(-1) ?? 0, o = $i([e, n], !1), s = i === 1 ? a.slice(0, -1) : a;
		return /* @__PURE__ */ U("li", { children: [
			/* @__PURE__ */ U("a", {
				href: V("documents", "", { q: o }),
				children: [
					z(i),
					" ",
					s,
					" of type ",
					e
				]
			}),
			" ",
			i === 1 ? "was" : "were",
			" read as ",
			n,
			r.length > 1 && /* @__PURE__ */ U("span", {
				class: "quiet",
				children: [
					" ",
					"(",
					t[0],
					": ",
					z(r[0] ?? 0),
					")"
				]
			})
		] }, o);
	});
	return /* @__PURE__ */ U(b, { children: [
		/* @__PURE__ */ U("h2", { children: "What was read as something else" }),
		o.length === 0 && /* @__PURE__ */ U("p", { children: [
			"Nothing: ",
			t.at(-1),
			" gave every type right."
		] }),
		/* @__PURE__ */ U("ul", {
			class: "confusions",
			children: o.slice(0, sa)
		}),
		o.length > sa && /* @__PURE__ */ U("details", { children: [/* @__PURE__ */ U("summary", { children: [z(o.length - sa), " more"] }), /* @__PURE__ */ U("ul", {
			class: "confusions",
			children: o.slice(sa)
		})] })
	] });
}
function la({ data: e, names: t }) {
	return /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U(K, {
		label: "Figures per type",
		rows: e.perClass,
		columns: [
			{
				heading: "Type",
				cell: (e) => e.label
			},
			W(e.unit === "pages" ? "Pages" : "Documents", (e) => z(e.support)),
			G("Precision, %", (e) => e.precision),
			G("Recall, %", (e) => e.recall),
			G("F1, %", (e) => e.f1),
			...Gn(e.perClass, (e) => e.f1),
			...t.length > 1 ? Nt((t) => ra(e, t), (e) => e.notComparable) : [],
			G("Mean confidence", (e) => e.meanConfidence, { withUnit: !0 })
		]
	}), e.overall.length > 0 && /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U("h3", { children: "Overall" }), /* @__PURE__ */ U(Ut, {
		label: "Overall",
		rows: e.overall,
		names: t
	})] })] });
}
function ua(e) {
	return /* @__PURE__ */ U("fieldset", {
		class: "choice",
		children: [/* @__PURE__ */ U("legend", { children: e.label }), e.options.map((t) => /* @__PURE__ */ U("label", { children: [
			/* @__PURE__ */ U("input", {
				type: "radio",
				name: e.label,
				checked: t === e.value,
				onChange: () => e.onChange(t)
			}),
			" ",
			t
		] }, t))]
	});
}
// src/viewer/parts/confidence-plots.tsx
var da = 446, fa = 46, pa = 430, ma = 282;
function Q(e) {
	return fa + e * 384;
}
function $(e, t = 1) {
	return ma - e / t * 270;
}
function ha(e, t) {
	return t.length > 1 && e === 0 ? "plot-baseline" : "plot-candidate";
}
function ga(e) {
	let { whole: t = 1, height: n = 320 } = e, r = +(t < .1);
	return /* @__PURE__ */ U("figure", {
		class: "plot",
		children: [/* @__PURE__ */ U("figcaption", { children: e.title }), /* @__PURE__ */ U("svg", {
			viewBox: `0 0 ${da} ${n}`,
			role: "img",
			"aria-label": e.label,
			children: [
				[
					0,
					.2,
					.4,
					.6,
					.8,
					1
				].map((n) => /* @__PURE__ */ U("g", { children: [
					/* @__PURE__ */ U("line", {
						class: "plot-grid",
						x1: fa,
						x2: pa,
						y1: $(n),
						y2: $(n)
					}),
					/* @__PURE__ */ U("text", {
						class: "plot-tick plot-tick-y",
						x: 39,
						y: $(n) + 4,
						children: z(n * t * 100, r)
					}),
					/* @__PURE__ */ U("text", {
						class: "plot-tick plot-tick-x",
						x: Q(n),
						y: 299,
						children: e.xLabel === "confidence" ? n.toFixed(1) : z(n * 100)
					})
				] }, n)),
				/* @__PURE__ */ U("text", {
					class: "plot-tick plot-tick-x",
					x: 238,
					y: 316,
					children: e.xLabel
				}),
				/* @__PURE__ */ U("text", {
					class: "plot-tick plot-tick-x",
					transform: "translate(11 147) rotate(-90)",
					children: e.yLabel
				}),
				e.children
			]
		})]
	});
}
function _a({ versions: e, names: t }) {
	let n = e.map((e) => e?.reliability ?? []), r = Math.max(1, ...n.flat().map(({ count: e }) => e));
	return /* @__PURE__ */ U(ga, {
		title: "Accuracy by confidence",
		label: `Reliability diagram. ${n.map((e, n) => `${t[n]}: ${va(e)}`).join(". ")}`,
		height: 400,
		xLabel: "confidence",
		yLabel: "right, %",
		children: [
			/* @__PURE__ */ U("line", {
				class: "plot-ideal",
				x1: Q(0),
				y1: $(0),
				x2: Q(1),
				y2: $(1)
			}),
			n.map((t, n) => /* @__PURE__ */ U("g", {
				class: ha(n, e),
				children: [/* @__PURE__ */ U(ba, {
					bins: t,
					radius: e.length > 1 && n === 0 ? 3 : 4
				}), /* @__PURE__ */ U(Ca, {
					bins: t,
					most: r,
					number: n,
					versions: e.length
				})]
			}, n)),
			/* @__PURE__ */ U("text", {
				class: "plot-quiet",
				x: Q(0),
				y: xa + Sa + 18,
				children: ["values per bin, at most ", z(r)]
			})
		]
	});
}
function va(e) {
	return e.length === 0 ? "no confidence" : e.filter((e) => e.count > 0).map((e) => `${z(e.count)} values from ${e.low.toFixed(1)}, ${z((e.accuracy ?? 0) * 100)} % right`).join(", ");
}
function ya({ low: e, high: t, count: n }) {
	return `${e.toFixed(1)} to ${t.toFixed(1)}: ${z(n)} values`;
}
function ba({ bins: e, radius: t }) {
	let n = e.flatMap((e) => e.meanConfidence === null || e.accuracy === null ? [] : [{
		bin: e,
		x: e.meanConfidence,
		y: e.accuracy
	}]);
	return e.length === 0 ? null : /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U("polyline", {
		class: "plot-line",
		points: n.map(({ x: e, y: t }) => `${Q(e)},${$(t)}`).join(" ")
	}), n.map(({ bin: e, x: n, y: r }) => /* @__PURE__ */ U("circle", {
		class: "plot-dot",
		cx: Q(n),
		cy: $(r),
		r: t,
		children: /* @__PURE__ */ U("title", { children: `${ya(e)}, mean confidence ${n.toFixed(2)}, ${z(r * 100, 1)} % right` })
	}, e.low))] });
}
var xa = 326, Sa = 46;
function Ca(e) {
	let { bins: t, most: n, number: r, versions: i } = e;
	return /* @__PURE__ */ U(b, { children: t.map((e) => {
		let t = (Q(e.high) - Q(e.low) - 4) / i, a = e.count === 0 ? 0 : Math.max(1.5, e.count / n * Sa);
		return /* @__PURE__ */ U("rect", {
			class: "plot-bar",
			x: Q(e.low) + 2 + t * r,
			y: 372 - a,
			width: t,
			height: a,
			children: /* @__PURE__ */ U("title", { children: ya(e) })
		}, e.low);
	}) });
}
function wa(e) {
	let { versions: t, names: n, goal: r, chosen: i } = e, a = t.map((e) => e?.riskCoverage ?? []), o = Math.max(r * 2, .02, ...a.flat().map((e) => e.risk)), s = [
		.02,
		.05,
		.1,
		.2,
		.3,
		.5
	].find((e) => o <= e) ?? 1, c = a.map((e, t) => `${n[t]}: ${Ta(e)}`).join(". "), l = $(r, s);
	return /* @__PURE__ */ U(ga, {
		title: "Error rate by share of accepted values, highest confidence first",
		label: `Risk-coverage curve. ${c}`,
		xLabel: "accepted values, %",
		yLabel: "wrong among accepted, %",
		whole: s,
		children: [/* @__PURE__ */ U("line", {
			class: "plot-ideal",
			x1: Q(0),
			x2: Q(1),
			y1: l,
			y2: l
		}), a.map((e, n) => {
			let r = e.map(({ coverage: e, risk: t }) => `${Q(e)},${$(t, s)}`), a = i[n] == null ? null : Q(i[n]);
			return /* @__PURE__ */ U("g", {
				class: ha(n, t),
				children: [
					/* @__PURE__ */ U("polyline", {
						class: "plot-line",
						points: r.join(" ")
					}),
					e.length === 1 && e[0] && /* @__PURE__ */ U("circle", {
						class: "plot-dot",
						cx: Q(1),
						cy: $(e[0].risk, s),
						r: 4
					}),
					a !== null && /* @__PURE__ */ U("line", {
						class: "plot-chosen",
						x1: a,
						x2: a,
						y1: $(0),
						y2: $(1)
					})
				]
			}, n);
		})]
	});
}
function Ta(e) {
	let t = e.at(-1);
	if (t === void 0) return "no confidence";
	let [n, r] = [e.find((e) => e.coverage >= .5) ?? t, t].map(({ risk: e }) => z(e * 100, 1));
	return `${n} % wrong if half is accepted, ${r} % if all is accepted`;
}
// src/viewer/parts/confidence-tables.tsx
var Ea = [
	["brier", "Brier"],
	["ece_equal_width", "ECE, equal width"],
	["ece_equal_mass", "ECE, equal mass"],
	["auroc", "AUROC"],
	["average_precision", "Average precision"],
	["risk_coverage_area", "Risk-coverage area"]
];
function Da(e) {
	return /* @__PURE__ */ U(K, {
		label: "Metrics of the confidences",
		look: "confidence-measures",
		rows: e.scopes,
		isChosen: ({ scope: t }) => t === e.chosen,
		columns: [
			{
				heading: e.scopeLabel,
				cell: ({ scope: t, label: n, versions: r }) => /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U("button", {
					type: "button",
					class: "opener",
					onClick: () => e.onChoose(t),
					children: n
				}), r.at(-1)?.warnings.length ? /* @__PURE__ */ U("span", {
					class: "worse",
					children: " ▼ degenerate"
				}) : ""] })
			},
			W("Values", ({ versions: e }) => z(e.at(-1)?.predictions ?? 0)),
			...Ea.map(([e, t]) => G(t, ({ versions: t }) => t.map((t) => t?.metrics.find((t) => t.metric === e) ?? null))),
			W("Certified from", ({ versions: t }) => t.map((n, r) => /* @__PURE__ */ U("span", {
				class: r < t.length - 1 ? "baseline-number" : void 0,
				children: Oa(n, e.clusterBy)
			}, r)))
		]
	});
}
function Oa(e, t) {
	if (!e) return "—";
	let { threshold: n, needed: r, wrongClusters: i } = e.certificate;
	return n === null ? i[0] === void 0 ? r === null ? "—" : `${z(r)} ${t === null ? "" : "clusters "}needed` : `clusters by ${i[0].tag}` : n.toFixed(2);
}
function ka(e) {
	return /* @__PURE__ */ U(K, {
		label: "At this threshold",
		look: "threshold-reading",
		rows: e.rows,
		columns: [{
			heading: "Version",
			cell: ({ name: e }) => e
		}, ...ja(e.valuesLabel, ({ row: e }) => e)]
	});
}
function Aa(e) {
	return /* @__PURE__ */ U(K, {
		label: `Thresholds of ${e.name}`,
		look: "threshold-table compact",
		rows: e.rows,
		isChosen: (t, n) => n === e.at,
		columns: [W("Threshold", ({ threshold: e }) => e.toFixed(2)), ...ja(e.valuesLabel, (e) => e)]
	});
}
function ja(e, t) {
	return [["documents", "Documents"], ["predictions", e]].flatMap(([e, n]) => {
		let r = (n, r, i) => W(n, (n) => {
			let i = t(n)?.[e];
			return i === void 0 ? "—" : r(i);
		}, { look: i });
		return [
			r(`${n} accepted, %`, ({ share: e }) => Ma(e), "side-start"),
			r("accepted", ({ accepted: e }) => z(e)),
			r("wrong", ({ wrong: e }) => z(e)),
			r("wrong, % (upper bound)", ({ accepted: e, errorRate: t, upper: n }) => e === 0 ? "—" : /* @__PURE__ */ U(b, { children: [Ma(t), /* @__PURE__ */ U("span", {
				class: "quiet",
				children: [
					" (",
					Ma(n),
					")"
				]
			})] }))
		];
	});
}
function Ma(e) {
	return e === null ? "—" : z(e * 100, 1);
}
// src/viewer/sections/confidence-section.tsx
var Na = Y("confidence", ({ head: e, names: t, address: n, data: r }) => {
	let i = r.scopes.find((e) => e.scope === n.query.of) ?? r.scopes[0];
	if (!i) return /* @__PURE__ */ U("p", {
		class: "quiet",
		children: "No output has a confidence."
	});
	let a = e.kind === "CLASSIFY", o = (e) => {
		H(n, { of: e }), scrollTo(0, 0);
	};
	return /* @__PURE__ */ U(b, { children: [
		/* @__PURE__ */ U(J, {
			title: "Confidence",
			children: [
				"From ",
				r.source,
				r.otherSources.length > 0 && ` (the outputs also have ${r.otherSources.join(" and ")})`,
				".",
				" ",
				Pa(i)
			]
		}),
		/* @__PURE__ */ U("div", {
			class: "filters",
			children: [/* @__PURE__ */ U("label", { children: [
				"Of",
				" ",
				/* @__PURE__ */ U("select", {
					value: i.scope,
					onChange: (e) => o(e.currentTarget.value),
					children: r.scopes.map((e) => /* @__PURE__ */ U("option", {
						value: e.scope,
						children: e.label
					}, e.scope))
				})
			] }), t.length > 1 && /* @__PURE__ */ U(Fa, { names: t })]
		}),
		/* @__PURE__ */ U(Ia, {
			scope: i,
			names: t
		}),
		/* @__PURE__ */ U(La, {
			block: r,
			scope: i,
			names: t,
			address: n,
			valuesLabel: a ? "Predictions" : "Values"
		}),
		/* @__PURE__ */ U("h2", { children: a ? "By predicted class" : "By field" }),
		/* @__PURE__ */ U("p", {
			class: "quiet",
			children: [
				"ECE uses 10 bins. Lower is better for Brier, ECE and the risk-coverage area; higher is better for AUROC and average precision. Each row is certified separately. Without a certificate, the row says how many ",
				r.clusterBy === null ? "documents" : "clusters",
				" it needs, or by which tag wrong documents cluster."
			]
		}),
		/* @__PURE__ */ U(Da, {
			scopes: r.scopes,
			chosen: i.scope,
			clusterBy: r.clusterBy,
			scopeLabel: a ? "Predicted class" : "Field",
			onChoose: o
		})
	] });
});
function Pa({ versions: e }) {
	let t = e.at(-1) ?? e[0];
	if (!t) return "";
	let { predictions: n, documents: r, withoutConfidence: i } = t, a = i === 0 ? "" : `, ${z(i)} more have none`;
	return `${z(n)} predictions with a confidence in ${z(r)} documents${a}.`;
}
function Fa({ names: e }) {
	return /* @__PURE__ */ U("span", {
		class: "version-key",
		children: e.map((e, t) => /* @__PURE__ */ U("span", {
			class: t === 0 ? "plot-baseline" : "plot-candidate",
			children: [
				/* @__PURE__ */ U("svg", {
					width: 26,
					height: 10,
					"aria-hidden": "true",
					children: [/* @__PURE__ */ U("line", {
						class: "plot-line",
						x1: 1,
						x2: 25,
						y1: 5,
						y2: 5
					}), /* @__PURE__ */ U("circle", {
						class: "plot-dot",
						cx: 13,
						cy: 5,
						r: 3.5
					})]
				}),
				" ",
				e
			]
		}, e))
	});
}
function Ia({ scope: e, names: t }) {
	let n = e.versions.flatMap((e, n) => (e?.warnings ?? []).map((e) => ({
		warning: e,
		name: t[n] ?? ""
	})));
	return n.length === 0 ? null : /* @__PURE__ */ U("ul", {
		class: "confidence-warnings",
		children: n.map(({ warning: e, name: n }) => /* @__PURE__ */ U("li", { children: [/* @__PURE__ */ U("span", {
			class: "worse",
			children: ["▼ ", t.length > 1 && `${n}: `]
		}), e] }, `${n} ${e}`))
	});
}
function La(e) {
	let { block: t, scope: n, names: r, address: i, valuesLabel: a } = e, o = n.versions.findLastIndex((e) => e !== null), s = n.versions[o];
	if (!s) return null;
	let c = s.thresholds, l = Ra(s, i.query.at), u = c[l]?.threshold.toFixed(2) ?? "0.00";
	return /* @__PURE__ */ U(b, { children: [
		/* @__PURE__ */ U("div", {
			class: "plots",
			children: [/* @__PURE__ */ U(_a, {
				versions: n.versions,
				names: r
			}), /* @__PURE__ */ U(wa, {
				versions: n.versions,
				names: r,
				goal: t.maxError,
				chosen: n.versions.map((e) => e?.thresholds[l]?.predictions.share ?? null)
			})]
		}),
		/* @__PURE__ */ U("h2", { children: "Straight-through processing" }),
		/* @__PURE__ */ U("ul", {
			class: "certificates",
			children: n.versions.map((e, t) => /* @__PURE__ */ U("li", { children: [
				/* @__PURE__ */ U("b", { children: r[t] }),
				" ",
				e?.certificate.sentence ?? "no confidence"
			] }, t))
		}),
		/* @__PURE__ */ U("p", {
			class: "quiet",
			children: [
				"Goal: at most ",
				z(t.maxError * 100, 1),
				" % of accepted documents wrong. ",
				t.procedure,
				" ",
				"A document is accepted if each of its values is accepted. It is wrong if any of its values is wrong. The number in brackets is the upper bound for that row alone."
			]
		}),
		/* @__PURE__ */ U("label", {
			class: "threshold-slider",
			children: [
				/* @__PURE__ */ U("span", { children: "Accept from confidence" }),
				/* @__PURE__ */ U("input", {
					type: "range",
					min: 0,
					max: c.length - 1,
					step: 1,
					value: l,
					"aria-valuetext": u,
					onInput: ({ currentTarget: e }) => {
						let t = c[Number(e.value)]?.threshold;
						H(i, { at: t?.toFixed(2) ?? "" });
					}
				}),
				/* @__PURE__ */ U("output", { children: u })
			]
		}),
		/* @__PURE__ */ U(ka, {
			rows: n.versions.map((e, t) => ({
				name: r[t],
				row: e?.thresholds[l]
			})),
			valuesLabel: a
		}),
		/* @__PURE__ */ U("details", {
			class: "all-thresholds",
			children: [/* @__PURE__ */ U("summary", { children: ["All thresholds of ", r[o]] }), /* @__PURE__ */ U(Aa, {
				rows: c,
				at: l,
				name: r[o],
				valuesLabel: a
			})]
		})
	] });
}
function Ra({ thresholds: e, certificate: t }, n) {
	return [e.findIndex(({ threshold: e }) => e.toFixed(2) === n), e.findIndex(({ threshold: e }) => e === t.threshold)].find((e) => e >= 0) ?? e.findIndex(({ threshold: e }) => e >= .9);
}
// src/base/formula-text.ts
var za = 39, Ba = /^[\s\p{Cc}\p{Cf}]*/u;
function Va(e) {
	let t = 0;
	for (; e.charCodeAt(t) === za;) t++;
	let n = e.charCodeAt(t);
	if (n > 64 && n < 127 || n > 47 && n < 58) return !1;
	if (n === 9 || n === 10 || n === 13) return !0;
	let r = t === 0 ? e : e.slice(t), i = r[Ba.exec(r)?.[0].length ?? 0] ?? "";
	return i !== "" && "=+-@".includes(i.normalize("NFKC"));
}
var Ha = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
function Ua(e) {
	return Va(e) && !Ha.test(e.replace(/^ +/, "")) ? `'${e}` : e;
}
// src/viewer/state/csv-rows.ts
function Wa(e) {
	let t = (e) => `"${Ua(e).replaceAll("\"", "\"\"")}"`;
	return e.map((e) => `${e.map(t).join(",")}\r\n`).join("");
}
// src/viewer/state/export-tables.ts
var Ga = null;
function Ka(e) {
	Te(() => {
		if (e !== null) return Ga = e, () => {
			Ga = null;
		};
	});
}
function qa(e) {
	let t = [...document.querySelectorAll("#main table")].filter((e) => e.closest(".beside") === null), n = Ga?.() ?? t.flatMap(Ja);
	if (n.length === 0) return;
	let r = new Blob([`\ufeff${Wa(n)}`], { type: "text/csv" }), i = document.createElement("a");
	i.href = URL.createObjectURL(r), i.download = `${e.replace(/[^\p{L}\p{N}]+/gu, "-")}.csv`, i.click(), setTimeout(() => URL.revokeObjectURL(i.href));
}
function Ja(e) {
	let t = e.caption?.textContent ?? "", n = [...e.rows].filter((e) => !e.matches(".opened, .spacer"));
	return [
		[t],
		...n.map((e) => [...e.cells].map(Ya)),
		[]
	];
}
function Ya(e) {
	let t = e.cloneNode(!0);
	for (let e of t.querySelectorAll("[aria-hidden=true], [popover], .more")) e.remove();
	for (let e of t.querySelectorAll(".confidence, .note, .page-number")) e.prepend(" ");
	for (let e of t.querySelectorAll(".baseline-number, .visually-hidden")) e.append(" ");
	return (t.textContent ?? "").replace(/\s+/g, " ").trim();
}
// src/viewer/parts/document-list.tsx
var Xa = 34, Za = 84, Qa = 12, $a = 2e3;
function eo(e) {
	let { names: t, index: n, items: r, query: i, sort: a, onSort: o, current: s } = e, c = Zn() ? Za : Xa, l = L(null), [u, d] = F({
		top: 0,
		height: 800
	});
	I(() => {
		let e = l.current;
		if (!e) return;
		let t = () => d({
			top: e.scrollTop,
			height: e.clientHeight
		});
		return t(), e.addEventListener("scroll", t, { passive: !0 }), addEventListener("resize", t), () => {
			e.removeEventListener("scroll", t), removeEventListener("resize", t);
		};
	}, []), I(() => {
		let e = l.current, t = s === void 0 ? 0 : r.indexOf(s) * c, n = e && t >= e.scrollTop && t + 2 * c <= e.scrollTop + e.clientHeight;
		e && !(s !== void 0 && n) && (e.scrollTop = t - e.clientHeight / 3);
	}, [
		i,
		a,
		s
	]);
	let f = Qn();
	Ka(s === void 0 ? () => to(e) : null);
	let p = f ? 0 : Math.max(0, Math.floor(u.top / c) - Qa), m = f ? Math.min(r.length, $a) : Math.min(r.length, Math.ceil((u.top + u.height) / c) + Qa), h = n.versions.at(-1), g = t.length > 1, _ = [
		{
			heading: "Document",
			sortBy: "id",
			cell: (e) => /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U(q, {
				id: n.ids[e] ?? "",
				q: i,
				sort: a
			}), n.names[e] && /* @__PURE__ */ U("span", {
				class: "quiet name",
				children: n.names[e]
			})] })
		},
		...g && s === void 0 ? [{
			heading: "State",
			sortBy: "change",
			cell: (e) => /* @__PURE__ */ U(wt, { letter: n.change[e] })
		}] : [],
		{
			heading: g && s === void 0 ? "Errors, before → now" : "Errors",
			label: "Errors",
			sortBy: `wrong${t.length - 1}`,
			cell: (e) => /* @__PURE__ */ U(b, { children: [s !== void 0 && /* @__PURE__ */ U(wt, {
				letter: n.change[e],
				short: !0
			}), /* @__PURE__ */ U(ao, {
				versions: n.versions,
				item: e
			})] })
		}
	], v = [
		{
			heading: "Wrong fields",
			from: "medium",
			cell: (e) => io(n, e)
		},
		{
			...so("Confidence", h?.confidence, (e) => z(e / 1e3, 2)),
			sortBy: "confidence",
			from: "medium"
		},
		{
			...so("Time", h?.latency, ze),
			sortBy: "latency",
			from: "wide"
		},
		...n.tags.slice(0, no).map(({ name: e, values: t, of: n }) => ({
			heading: e,
			from: "wide",
			cell: (e) => t[(n[e] ?? 0) - 1]
		}))
	];
	return /* @__PURE__ */ U("section", {
		class: "virtual",
		ref: l,
		tabIndex: 0,
		"aria-label": "Documents",
		children: [/* @__PURE__ */ U(It, {
			look: "documents",
			columns: s === void 0 ? [..._, ...v] : _,
			rows: r.slice(p, m),
			window: {
				first: p,
				total: f ? m : r.length,
				rowHeight: c
			},
			isChosen: (e) => e === s,
			sort: a,
			onSort: o
		}), r.length === 0 && /* @__PURE__ */ U("p", {
			class: "quiet",
			children: [
				"No document matches.",
				" ",
				/* @__PURE__ */ U("button", {
					type: "button",
					class: "save",
					onClick: e.onClear,
					children: "Clear the filter"
				})
			]
		})]
	});
}
function to({ names: e, index: t, items: n }) {
	let { ids: r, change: i, versions: a, tags: o } = t;
	return [[
		"document",
		"state",
		...e.map((e) => `errors of ${e}`),
		"wrong fields",
		...o.map(({ name: e }) => e)
	], ...n.map((e) => {
		let n = pt(i[e]);
		return [
			r[e] ?? "",
			n === null ? "" : ut[n][1],
			...a.map((t) => t.state[e] === "s" ? String(oo(t, e)) : "no result"),
			(a.at(-1)?.wrong[e] ?? []).map((e) => t.fields[e]).join(" "),
			...o.map(({ values: t, of: n }) => t[(n[e] ?? 0) - 1] ?? "")
		];
	})];
}
var no = 2, ro = 3;
function io({ versions: e, fields: t }, n) {
	let r = e.at(-1)?.wrong[n] ?? [], i = r.slice(0, ro).map((e) => t[e] ?? ""), a = r.length - i.length;
	return i.join(", ") + (a > 0 ? ` and ${z(a)} more` : "");
}
function ao({ versions: e, item: t }) {
	return /* @__PURE__ */ U("span", { children: e.map((e, n) => /* @__PURE__ */ U("span", { children: [n > 0 && " → ", e.state[t] === "s" ? z(oo(e, t)) : /* @__PURE__ */ U(Ot, {
		version: e,
		item: t
	})] }, n)) });
}
function oo({ incorrect: e, missing: t, spurious: n }, r) {
	return (e[r] ?? 0) + (t[r] ?? 0) + (n[r] ?? 0);
}
function so(e, t = [], n) {
	return W(e, (e) => {
		let r = t[e] ?? -1;
		return r < 0 ? "—" : n(r);
	});
}
// src/viewer/sections/documents-section.tsx
var co = Y("documents", ({ head: e, names: t, address: n, data: r }) => {
	let { q: i = "", sort: a = "" } = n.query, o = R(() => Kr(r, i, a), [
		r,
		i,
		a
	]);
	return /* @__PURE__ */ U(b, { children: [
		/* @__PURE__ */ U("p", {
			class: "visually-hidden",
			role: "status",
			children: [z(o.length), " documents"]
		}),
		/* @__PURE__ */ U(J, {
			title: "Documents",
			children: lo(e, o.length, r.ids.length)
		}),
		/* @__PURE__ */ U(fo, {
			value: i,
			onChange: (e) => H(n, { q: e })
		}),
		/* @__PURE__ */ U(eo, {
			names: t,
			index: r,
			items: o,
			query: i,
			sort: a,
			onSort: (e) => H(n, { sort: e }),
			onClear: () => H(n, { q: "" })
		})
	] });
});
function lo({ documents: e }, t, n) {
	let r = `${z(t)} of ${z(n)} documents.`, { planned: i, shown: a, rule: o } = e;
	return n < i ? `${r} This file lists ${z(n)} of ${z(i)}: ${o}. csv/documents.csv lists all.` : a < i ? `${r} The values of ${z(a)} can be opened: ${o}.` : r.slice(0, -1);
}
var uo = [
	"newly-wrong",
	"new-errors",
	"fewer-errors",
	"wrong",
	"failed"
];
function fo({ value: e, onChange: t }) {
	return /* @__PURE__ */ U("search", {
		class: "filters",
		children: [/* @__PURE__ */ U("label", {
			class: "wide",
			children: [
				"Filter",
				" ",
				/* @__PURE__ */ U("input", {
					id: "filter",
					type: "search",
					value: e,
					placeholder: "new-errors field:total tag:scan state:failed",
					autocomplete: "off",
					spellcheck: !1,
					onInput: (e) => t(e.currentTarget.value)
				})
			]
		}), /* @__PURE__ */ U("span", {
			class: "hints",
			children: uo.map((n) => /* @__PURE__ */ U("button", {
				type: "button",
				"aria-pressed": e.split(" ").includes(n),
				onClick: () => t(po(e, n)),
				children: n
			}, n))
		})]
	});
}
function po(e, t) {
	let n = e.split(" ").filter((e) => e !== "");
	return (n.includes(t) ? n.filter((e) => e !== t) : [...n, t]).join(" ");
}
// src/model/score/inconclusive-codes.ts
var mo = {
	"unreadable-record": {
		when: "a record is missing, damaged or changed",
		settledBy: "Run the dataset again, or restore the record."
	},
	"no-items": {
		when: "the record has no items",
		settledBy: "Run a dataset with items."
	},
	"incomplete-run": {
		when: "an item run has no result, or the run did not end",
		settledBy: "Continue the run with `goldset run --resume`."
	},
	"selected-part": {
		when: "the run used `--limit` or `--only`, so its items do not represent the dataset",
		settledBy: "Run the whole dataset or a random `--sample`, or list the flag in `allowParts`."
	},
	"no-rules": {
		when: "the policy has no rule",
		settledBy: "Add a rule to the policy."
	},
	"no-baseline": {
		when: "the rule compares versions, and there is no baseline",
		settledBy: "Run two versions, or name a record with `--baseline`."
	},
	"baseline-rejected": {
		when: "the baseline has other items, gold, schema or options, or its run is not usable",
		settledBy: "Run the baseline on the present items and options, or use `--use-config`."
	},
	"missing-part": {
		when: "the baseline or the gold has a field or class that the candidate lacks",
		settledBy: "Add the field or class to the candidate, or list it in `allowMissing`."
	},
	"nothing-matched": {
		when: "the rule matches no field, class, tag, tag value or document",
		settledBy: "Correct the name in the rule; the reason lists the known names."
	},
	undefined: {
		when: "the figure has no denominator, or is 0 where the rule needs a ratio",
		settledBy: "Add documents for which the figure is defined, or remove the rule."
	},
	"too-few-documents": {
		when: "the figure is based on fewer documents than `minDocuments`",
		settledBy: "Add documents to the dataset, or lower `minDocuments`."
	},
	"too-few-units": {
		when: "too few documents or clusters differ or can get worse, so no test can show a loss (at a confidence of 95 %, fewer than 6 are never enough)",
		settledBy: "Add documents, or clusters if `statistics.clusterBy` is set."
	},
	"margin-below-detectable": {
		when: "the margin is smaller than the smallest loss that these documents can show",
		settledBy: "Add the number of documents that the reason states, or use a wider margin."
	},
	"interval-spans-bound": {
		when: "the confidence interval contains the limit or the margin",
		settledBy: "Add documents, so that the interval becomes narrower."
	},
	"cannot-fail-here": {
		when: "no result of the candidate could fail the rule: the margin is as large as the largest possible loss, or `max` is at least the number of documents",
		settledBy: "Use a smaller margin or `max`, or apply the rule to more documents."
	},
	"failed-items-decide": {
		when: "the check passes only if the failed items are left out",
		settledBy: "Run the failed items again with `goldset run --only-failed`."
	},
	"unknown-resource": {
		when: "the record lacks the latency or cost of an item run",
		settledBy: "Run the dataset with a service that reports it, or remove the rule."
	},
	"labels-open": {
		when: "no document of the rule has gold",
		settledBy: "Label these documents; `goldset compare --label-differences` lists the values that decide first."
	}
};
function ho(e) {
	return mo[e].settledBy.replaceAll("`", "");
}
// src/viewer/sections/gate-section.tsx
var go = {
	fail: 0,
	inconclusive: 1,
	pass: 2
}, _o = Y("gate", ({ data: e }) => /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U(J, {
	title: "Rules",
	children: [e.sentence, e.against && ` Compared with ${e.against}.`]
}), /* @__PURE__ */ U(K, {
	label: "Checks of the gate",
	look: "gate-checks",
	rows: e.checks.toSorted((e, t) => go[e.status] - go[t.status]),
	columns: [
		{
			heading: "Check",
			cell: (e) => e.name
		},
		{
			heading: "Result",
			cell: (e) => /* @__PURE__ */ U(Ct, { status: e.status })
		},
		W("Value", (e) => /* @__PURE__ */ U(b, { children: [vo(e, e.value), e.interval && /* @__PURE__ */ U("span", {
			class: "quiet",
			children: [
				" ",
				"[",
				vo(e, e.interval.low, !0),
				" to ",
				vo(e, e.interval.high, !0),
				"]"
			]
		})] })),
		W("Bound", (e) => vo(e, e.bound)),
		W("n", (e) => z(e.n)),
		{
			heading: "Reason",
			cell: (e) => /* @__PURE__ */ U(b, { children: [
				e.reason,
				e.code && /* @__PURE__ */ U("span", {
					class: "quiet",
					children: [" ", ho(e.code)]
				}),
				e.status !== "pass" && /* @__PURE__ */ U(yo, { check: e })
			] })
		}
	]
})] }));
function vo({ unit: e }, t, n = !1) {
	return t === null ? "—" : e === void 0 ? String(t) : B(t, e) + (n ? "" : Ke(e));
}
function yo({ check: e }) {
	let { leaves: t = [], documents: n = 0 } = e;
	return t.length === 0 ? null : /* @__PURE__ */ U("details", {
		class: "check-leaves",
		children: [/* @__PURE__ */ U("summary", { children: [
			z(n),
			" ",
			n === 1 ? "document" : "documents",
			" with errors"
		] }), /* @__PURE__ */ U("ul", { children: t.map(({ itemId: e, path: t, extraRow: n, expected: r, baseline: i, candidate: a }, o) => /* @__PURE__ */ U("li", { children: [
			/* @__PURE__ */ U(q, { id: e }),
			" ",
			/* @__PURE__ */ U(Z, { path: Fi(t, n) }),
			":",
			" ",
			i === null ? `expected ${r}, got ` : `${i} → `,
			a
		] }, o)) })]
	});
}
// src/viewer/sections/groups-section.tsx
var bo = 20, xo = Y("groups", ({ names: e, data: t }) => {
	let { rows: n, changes: r } = t, i = Jt(n.flatMap((e) => [...e.headline, ...e.exact])), a = (e, t) => [G(`${e}, %`, t), {
		heading: /* @__PURE__ */ U(qt, {
			ends: i,
			label: `${e} with interval`
		}),
		cell: (e) => /* @__PURE__ */ U(Kt, {
			values: t(e),
			range: i
		}),
		title: (e) => Je(t(e).at(-1) ?? null)
	}], o = (e) => r.find(({ tag: t, value: n }) => t === e.tag && n === e.value)?.comparison;
	return /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U(J, {
		title: "Groups of documents",
		children: [
			"Results by tag. Slices with fewer than ",
			bo,
			" documents are grey: too few to draw conclusions.",
			e.length > 1 && ` ${e[0]} above, ${e[1]} below.`
		]
	}), /* @__PURE__ */ U(K, {
		label: "Slices",
		rows: n,
		rowLook: (e) => e.documents < bo ? "small-n" : void 0,
		columns: [
			{
				heading: "Tag",
				cell: (e) => e.tag
			},
			{
				heading: "Value",
				cell: (e) => /* @__PURE__ */ U(So, { row: e })
			},
			W("Documents", (e) => z(e.documents)),
			...a("Headline", (e) => e.headline),
			...r.length > 0 ? Nt(o) : [],
			...a("Fully right", (e) => e.exact)
		]
	})] });
});
function So({ row: e }) {
	return /* @__PURE__ */ U("a", {
		href: V("documents", "", { q: Pr("tag", `${e.tag}=${e.value}`) }),
		children: e.value
	});
}
// src/viewer/sections/label-issues-section.tsx
var Co = 500, wo = Y("labelIssues", ({ data: e }) => {
	let { issues: t, found: n, likely: r, notes: i } = e, a = t.slice(0, Co);
	return /* @__PURE__ */ U(b, { children: [
		/* @__PURE__ */ U(J, {
			title: "Label issues",
			children: [
				z(r),
				" of ",
				z(e.labels),
				" labels are more likely wrong than right",
				n > r && `. ${z(n - r)} more have a score below 0 and are doubtful`,
				".",
				n > 0 && " Look at the document, enter your decision in the review list (label-issues.csv), and apply the list with goldset dataset apply-review."
			]
		}),
		i.length > 0 && /* @__PURE__ */ U("details", { children: [/* @__PURE__ */ U("summary", { children: "Scope of the search" }), /* @__PURE__ */ U("ul", {
			class: "quiet",
			children: i.map((e) => /* @__PURE__ */ U("li", { children: e }, e))
		})] }),
		a.length > 0 && /* @__PURE__ */ U(K, {
			label: "Label issues",
			look: "label-issues",
			rows: a,
			columns: [
				{
					heading: "Document",
					cell: ({ itemId: e }) => /* @__PURE__ */ U(q, { id: e })
				},
				{
					heading: "Path",
					look: "path",
					cell: ({ path: e }) => /* @__PURE__ */ U(Z, { path: e })
				},
				{
					heading: "Label",
					look: "value",
					cell: ({ label: e }) => yr(e)
				},
				{
					heading: "Proposed",
					look: "value",
					cell: ({ proposed: e }) => yr(e)
				},
				{
					heading: "Evidence",
					cell: ({ reasons: e }) => e.map(({ text: e }) => e).join("; ")
				},
				W("Score", ({ score: e }) => z(e, 1))
			]
		}),
		n > a.length && /* @__PURE__ */ U("p", {
			class: "quiet",
			children: [
				z(a.length),
				" of ",
				z(n),
				" shown. label-issues.csv lists the first",
				" ",
				z(t.length),
				n > t.length && ", and goldset label-issues --review lists all",
				"."
			]
		})
	] });
}), To = Y("labelNoise", ({ names: e, data: t }) => {
	let { documents: n, isAdjudicated: r, dataset: i, rows: a } = t;
	return /* @__PURE__ */ U(b, { children: [
		/* @__PURE__ */ U(J, {
			title: "Label noise",
			children: [
				z(n),
				" documents were annotated twice (second labels: ",
				i,
				").",
				" ",
				r ? "The second labels are adjudicated, so a first label that differs from them is wrong." : "Each of two labels that differ is equally often wrong. Errors that coincide are not seen, so the gold may be worse than shown."
			]
		}),
		/* @__PURE__ */ U("p", {
			class: "quiet",
			children: "A version above the lower end of the interval in \"Gold\" is not distinguishable from label noise. A figure needs 30 places with two labels; otherwise, its label noise is unknown."
		}),
		/* @__PURE__ */ U(K, {
			label: "Figures and label noise",
			rows: a,
			columns: [
				{
					heading: "Figure",
					cell: ({ label: e }) => e
				},
				W("Annotated twice", ({ places: e }) => z(e)),
				W("Labels agree, %", ({ ceiling: e }) => e === null ? "—" : B(e.agreement.value, "share")),
				G("Value, %", ({ values: e }) => e),
				{
					heading: "Gold",
					cell: ({ ceiling: e }) => e === null ? "label noise unknown" : nt(e)
				},
				{
					heading: "Reading",
					cell: (t) => Eo(t, e)
				}
			]
		})
	] });
});
function Eo({ ceiling: e, values: t }, n) {
	if (e === null) return "";
	let r = n.filter((n, r) => {
		let i = t[r];
		return i !== void 0 && tt({
			...i,
			labelCeiling: e
		});
	});
	return r.length === 0 ? "" : n.length === 1 ? rt : `${r.join(" and ")}: ${rt}`;
}
// src/viewer/sections/method-section.tsx
var Do = Y("method", ({ head: e, names: t, data: n }) => {
	let r = [
		...n.facts,
		{
			name: "Scorer fingerprint",
			value: n.scorerFingerprint
		},
		{
			name: "Seed",
			value: n.seed
		},
		{
			name: "Dataset",
			value: `${e.dataset.name} (${e.dataset.checksum})`
		}
	];
	return /* @__PURE__ */ U("div", {
		class: "method",
		children: [
			/* @__PURE__ */ U(J, { title: "Method" }),
			/* @__PURE__ */ U("h2", { children: "Definitions" }),
			/* @__PURE__ */ U("dl", {
				class: "definitions",
				children: n.definitions.map(({ term: e, text: t, anchor: n }) => /* @__PURE__ */ U("div", { children: [/* @__PURE__ */ U("dt", { children: e }), /* @__PURE__ */ U("dd", { children: [
					t,
					" ",
					/* @__PURE__ */ U("span", {
						class: "quiet",
						children: ["docs/metrics/", n]
					})
				] })] }, e))
			}),
			n.policies.length > 0 && /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U("h2", { children: "Active scoring policies" }), /* @__PURE__ */ U(K, {
				label: "Policies",
				rows: n.policies,
				columns: [
					{
						heading: "Policy",
						cell: ({ name: e }) => e
					},
					{
						heading: "Value",
						cell: ({ value: e }) => e
					},
					{
						heading: "Meaning",
						cell: ({ meaning: e }) => e
					}
				]
			})] }),
			/* @__PURE__ */ U(Oo, {
				method: n,
				names: t
			}),
			/* @__PURE__ */ U("h2", { children: "Versions" }),
			/* @__PURE__ */ U(K, {
				label: "Versions",
				rows: e.versions,
				columns: [
					{
						heading: "Requested",
						cell: ({ name: e }) => e
					},
					{
						heading: "Resolved",
						cell: ({ resolved: e }) => e
					},
					{
						heading: "Version id",
						cell: ({ versionId: e }) => /* @__PURE__ */ U("code", { children: e })
					},
					{
						heading: "Config hash",
						cell: ({ configHash: e }) => /* @__PURE__ */ U("code", { children: e })
					}
				]
			}),
			/* @__PURE__ */ U("h2", { children: "Facts" }),
			/* @__PURE__ */ U("dl", {
				class: "facts-list",
				children: r.map((e, t) => /* @__PURE__ */ U("div", { children: [/* @__PURE__ */ U("dt", { children: e.name }), /* @__PURE__ */ U("dd", { children: e.value })] }, t))
			}),
			/* @__PURE__ */ U(ko, {
				method: n,
				head: e
			}),
			/* @__PURE__ */ U(Ao, { head: e }),
			/* @__PURE__ */ U(Mo, { head: e })
		]
	});
});
function Oo({ method: e, names: t }) {
	let n = e.sensitivity[0]?.metrics ?? [];
	if (n.length === 0) return null;
	let r = (e) => /* @__PURE__ */ U(b, { children: [e, t.length > 1 && /* @__PURE__ */ U("span", {
		class: "quiet",
		children: [" ", t.join(" → ")]
	})] });
	return /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U("h2", { children: "Under other policies" }), /* @__PURE__ */ U(K, {
		label: "Sensitivity",
		rows: e.sensitivity,
		columns: [{
			heading: "Policy",
			cell: ({ policy: e }) => e
		}, ...n.map((e, n) => W(r(e), ({ values: e }) => t.map((t, r) => qe(e[n]?.[r] ?? null)).join(" → ")))]
	})] });
}
function ko({ method: e, head: t }) {
	let { planned: n, scored: r } = t.documents, i = e.unscoredCount - e.unscored.length;
	return /* @__PURE__ */ U(b, { children: [
		/* @__PURE__ */ U("h2", { children: "Not scored" }),
		e.unscored.length === 0 ? /* @__PURE__ */ U("p", { children: r === n ? `None: all ${z(n)} planned documents were scored.` : `${z(n - r)} of ${z(n)} planned documents were not scored.` }) : /* @__PURE__ */ U(K, {
			label: "Not scored",
			rows: e.unscored,
			columns: [
				{
					heading: "Document",
					cell: ({ itemId: e }) => /* @__PURE__ */ U(q, { id: e })
				},
				{
					heading: "Version",
					cell: ({ version: e }) => e
				},
				{
					heading: "Reason",
					cell: ({ reason: e }) => e
				}
			]
		}),
		i > 0 && /* @__PURE__ */ U("p", {
			class: "quiet",
			children: [
				"csv/documents.csv lists ",
				z(i),
				" more."
			]
		})
	] });
}
function Ao({ head: e }) {
	let t = Object.entries(Ie).filter(([t]) => e.sections.every((e) => e !== t));
	return t.length === 0 ? null : /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U("h2", { children: "Sections that this report does not have" }), /* @__PURE__ */ U(K, {
		label: "Sections that this report does not have",
		rows: t,
		columns: [{
			heading: "Section",
			cell: ([, { label: e }]) => e
		}, {
			heading: "It needs",
			cell: ([, e]) => /* @__PURE__ */ U(jo, { text: "needs" in e ? e.needs : "" })
		}]
	})] });
}
function jo({ text: e }) {
	return e.split("`").map((e, t) => t % 2 == 1 ? /* @__PURE__ */ U("code", { children: e }, t) : e);
}
function Mo({ head: e }) {
	let { details: t, images: n } = e.omitted;
	return /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U("h2", { children: "Content of this file" }), /* @__PURE__ */ U("p", { children: [
		"Page images of ",
		z(n.inlined),
		" changed or wrong documents",
		n.overBudget > 0 && `; those of ${z(n.overBudget)} more were left out`,
		" (budget",
		" ",
		z(n.budgetBytes / 1e6),
		" MB).",
		" ",
		t > 0 ? `The values of ${z(t)} documents were left out to keep the file small, right documents first. csv/leaves.csv has them.` : "The values of all documents."
	] })] });
}
// src/viewer/state/document-rows.ts
function No(e) {
	let t = /* @__PURE__ */ new Map(), n = /* @__PURE__ */ new Set(), r = e.map((e) => new Map(e.rows.map((e) => [e.path, e])));
	for (let [i, a] of e.entries()) for (let o of a.leaves) {
		let a = Po(o.path);
		if (a !== null && r.some((e) => e.has(a))) {
			n.add(a);
			continue;
		}
		let s = o.path;
		for (; t.get(s)?.leaves[i] !== void 0;) s += " again";
		let c = t.get(s);
		c || (c = {
			key: s,
			path: o.path,
			field: o.field,
			leaves: e.map(() => void 0)
		}, t.set(s, c)), c.leaves[i] = o;
	}
	let i = [...t.values()], a = [...n].map((t) => Io(t, e, r));
	return {
		lines: i,
		tables: a,
		values: [...i, ...a.flatMap(Go)]
	};
}
function Po(e) {
	let t = e.indexOf("[");
	return t < 0 ? null : e.slice(0, t);
}
function Fo(e, t) {
	return Number.parseInt(e.slice(t.length + 1), 10);
}
function Io(e, t, n) {
	let r = t.map(({ leaves: t }, r) => {
		let i = n[r]?.get(e)?.pairs ?? [], a = new Set(i.flatMap(([e, t]) => e === null && t !== null ? [t] : [])), o = t.filter((t) => Po(t.path) === e), s = (t) => a.has(Fo(t.path, e)) && Ro(t);
		return {
			pairedRows: new Set(i.flatMap(([e, t]) => e !== null && t !== null ? [e] : [])),
			leaves: o,
			expected: Lo(o.filter((e) => !s(e)), e),
			spurious: Lo(o.filter(s), e)
		};
	}), i = [...new Set(r.flatMap(({ leaves: t }) => t.map((t) => zo(t.path, e))))], a = (t = []) => i.map((n) => t.find((t) => zo(t.path, e) === n)), o = [...new Set(r.flatMap(({ expected: e }) => [...e.keys()]))].sort((e, t) => e - t).map((t) => ({
		key: `${e}[${t}]`,
		expectedRow: t,
		found: r.map(({ pairedRows: e }) => e.has(t)),
		cells: r.map(({ expected: e }) => a(e.get(t)))
	}));
	for (let [t, { spurious: n }] of r.entries()) for (let i of n.values()) o.push({
		key: `${e}[+${o.length}]`,
		expectedRow: null,
		found: r.map((e, n) => n === t),
		cells: r.map((e, n) => a(n === t ? i : []))
	});
	return {
		path: e,
		columns: i,
		rows: o
	};
}
function Lo(e, t) {
	return Map.groupBy(e, (e) => Fo(e.path, t));
}
function Ro(e) {
	return e.expected === void 0 && e.predicted !== void 0 && e.predictedPath === void 0;
}
function zo(e, t) {
	return e.slice(e.indexOf("]", t.length) + 1).replace(/^\./, "") || "value";
}
function Bo(e, t) {
	return `${e.key} ${t}`;
}
function Vo(e) {
	return e.predictedPath ?? e.path;
}
function Ho(e) {
	return e.every((e) => e?.outcome === "correct" || e?.outcome === "absent");
}
var Uo = [
	"newErrors",
	"stillWrong",
	"fixed",
	"right",
	"empty",
	"notScored"
];
function Wo(e) {
	return Map.groupBy(e, ({ leaves: e }) => Ko(e));
}
function Go({ rows: e, columns: t }) {
	return e.flatMap((e) => t.flatMap((t, n) => {
		let r = e.cells.map((e) => e[n]), i = r.findLast((e) => e !== void 0);
		if (i === void 0) return [];
		let { path: a, field: o } = i;
		return [{
			key: Bo(e, n),
			path: a,
			field: o,
			leaves: r,
			isExtraRow: e.expectedRow === null
		}];
	}));
}
function Ko(e) {
	let t = e.map((e) => e?.outcome ?? "absent");
	if (t.some((e) => e === "excluded" || e === "unscored")) return "notScored";
	let n = t.map((e) => e === "correct" || e === "absent");
	return n.at(-1) === !0 ? n[0] === !1 ? "fixed" : t.every((e) => e === "absent") ? "empty" : "right" : t.length > 1 && n[0] === !0 ? "newErrors" : "stillWrong";
}
// src/viewer/state/document-places.ts
var qo = [
	"now",
	"before",
	"expected"
];
function Jo(e, t) {
	let n = t.versions.length - 1;
	return e.flatMap((e) => {
		let r = !Ho([e.leaves[n]]), i = Ho(e.leaves);
		return e.leaves.flatMap((a, o) => {
			if (a === void 0) return [];
			let { outcome: s } = a, { key: c } = e, l = Xo(t.versions[o]?.citations, Vo(a)).flatMap(Zo), u = i && o < n, d = l.map((e) => ({
				...e,
				key: c,
				outcome: s,
				isSettled: u,
				kind: Yo(o, n)
			}));
			return o < n && r && s === "correct" ? [...d, ...d.map((e) => ({
				...e,
				kind: "expected"
			}))] : d;
		});
	});
}
function Yo(e, t) {
	return e === t ? "now" : "before";
}
function Xo(e = {}, t) {
	return Object.hasOwn(e, t) ? e[t] ?? [] : [];
}
function Zo({ page: e = 1, polygon: t = [], pageWidth: n, pageHeight: r }) {
	return t.length === 0 ? [] : [{
		page: e,
		corners: t.map(({ x: e, y: t }) => [e / (n || 1), t / (r || 1)])
	}];
}
function Qo({ key: e, path: t }, n) {
	let r = n.filter((t) => t.key === e), i = r.find(({ kind: e }) => e === "expected") ?? r.at(-1);
	if (i) return i.page;
	let a = /^pages? (\d+)/.exec(t)?.[1];
	return a === void 0 ? null : Number(a);
}
function $o(e, t, { width: n, height: r }) {
	let i = e.map(([e]) => e * n), a = e.map(([, e]) => e * r), o = [(Math.min(...i) + Math.max(...i)) / 2, (Math.min(...a) + Math.max(...a)) / 2];
	return e.map((e, n) => {
		let [r, s] = [i[n] ?? 0, a[n] ?? 0];
		return [r + t * Math.sign(r - o[0]), s + t * Math.sign(s - o[1])];
	});
}
// src/viewer/parts/crop.tsx
var es = {
	width: 320,
	height: 80
};
function ts({ id: e, path: t, isExtraRow: n }) {
	let r = X("index"), i = R(() => r?.ids.indexOf(e) ?? -1, [r, e]), a = r?.positions?.[i] ?? i, o = Bn(a), s = o.state === "shown" ? o.detail : null, c = Un(a, o.state === "shown" ? o.images : 0), l = R(() => {
		if (s === null) return null;
		let e = No(s.versions).values.find((e) => e.path === t && (e.isExtraRow ?? !1) === n);
		return e && {
			line: e,
			boxes: Jo([e], s)
		};
	}, [
		s,
		t,
		n
	]);
	return l && /* @__PURE__ */ U(ns, {
		pages: c,
		...l
	});
}
function ns({ pages: e, line: t, boxes: n }) {
	let r = n.filter(({ key: e }) => e === t.key), i = r.find(({ kind: e }) => e === "expected") ?? r.findLast(({ kind: e }) => e === "now") ?? r.at(-1), a = e.find((e) => e.page === i?.page);
	if (!a || !i) return null;
	let o = i.corners.map(([e]) => e * a.width), s = i.corners.map(([, e]) => e * a.height), [c, l] = [Math.min(...o), Math.max(...o)], [u, d] = [Math.min(...s), Math.max(...s)], f = es.width / es.height, p = Math.min(a.width, Math.max(l - c + 80, (d - u + 80) * f)), m = p / f;
	return /* @__PURE__ */ U("svg", {
		class: "crop",
		viewBox: `${rs((c + l) / 2 - p / 2, a.width - p)} ${rs((u + d) / 2 - m / 2, a.height - m)} ${p} ${m}`,
		role: "img",
		"aria-label": `Place of ${t.path} on page ${a.page}`,
		children: [/* @__PURE__ */ U("image", {
			href: a.address,
			width: a.width,
			height: a.height
		}), /* @__PURE__ */ U("g", {
			class: "boxes",
			children: r.map(({ kind: e, outcome: t, page: n, corners: r }, i) => n === a.page && /* @__PURE__ */ U("polygon", {
				class: `${e} ${t}`,
				points: $o(r, 3, a).join(" ")
			}, i))
		})]
	});
}
function rs(e, t) {
	return Math.max(0, Math.min(e, Math.max(0, t)));
}
// src/viewer/sections/new-errors-section.tsx
var is = "new-errors", as = 12, os = Y("newErrors", ({ names: e, data: { documents: t, values: n } }) => {
	let r = [...Map.groupBy(n, ({ path: e }) => cs(e))].sort(([, e], [, t]) => t.length - e.length), i = r[0]?.[1].length ?? 0;
	return t === 0 ? /* @__PURE__ */ U(J, {
		title: "New errors",
		children: [
			"No document has a new error: every value that ",
			e[0],
			" read right, ",
			e[1],
			" reads right too."
		]
	}) : /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U(J, {
		title: "New errors",
		children: [
			ss(t),
			" ",
			t === 1 ? "has" : "have",
			" values that ",
			e[0],
			" read right and",
			" ",
			e[1],
			" reads wrong.",
			" ",
			/* @__PURE__ */ U("a", {
				href: V("documents", "", { q: is }),
				children: "Show these documents in the list"
			})
		]
	}), r.map(([t, n]) => /* @__PURE__ */ U(ls, {
		field: t,
		changes: n,
		most: i,
		names: e
	}, t))] });
});
function ss(e) {
	return `${z(e)} ${e === 1 ? "document" : "documents"}`;
}
function cs(e) {
	return e.replace(/\[\d+\]/g, "");
}
function ls(e) {
	let { field: t, changes: n, most: r, names: i } = e, a = new Set(n.map(({ itemId: e }) => e)).size;
	return /* @__PURE__ */ U("section", {
		class: "error-group",
		children: [
			/* @__PURE__ */ U("h2", { children: [
				/* @__PURE__ */ U(Z, { path: t }),
				" ",
				/* @__PURE__ */ U("span", {
					class: "count-bar",
					"aria-hidden": "true",
					children: /* @__PURE__ */ U("span", { style: { width: `${n.length / r * 100}%` } })
				}),
				" ",
				/* @__PURE__ */ U("span", {
					class: "quiet",
					children: [
						z(n.length),
						" ",
						n.length === 1 ? "value" : "values",
						" in",
						" ",
						ss(a)
					]
				})
			] }),
			/* @__PURE__ */ U(K, {
				label: `New errors in ${t}`,
				look: "compact",
				rows: n.slice(0, as),
				columns: [
					{
						heading: "Document",
						cell: ({ itemId: e }) => /* @__PURE__ */ U(q, {
							id: e,
							q: is
						})
					},
					{
						heading: "Field",
						look: "path",
						cell: ({ path: e, extraRow: t }) => /* @__PURE__ */ U(Z, { path: Fi(e, t) })
					},
					{
						heading: "Expected",
						look: "value",
						cell: ({ expected: e }) => e
					},
					{
						heading: i[0],
						look: "value",
						from: "medium",
						cell: ({ baseline: e }) => e
					},
					{
						heading: i[1],
						look: "value",
						cell: ({ candidate: e }) => e
					},
					{
						heading: "On the page",
						from: "medium",
						cell: ({ itemId: e, path: t, extraRow: n = !1 }) => /* @__PURE__ */ U(ts, {
							id: e,
							path: t,
							isExtraRow: n
						})
					}
				]
			}),
			n.length > as && /* @__PURE__ */ U("p", {
				class: "quiet",
				children: [z(n.length - as), " more values: open the documents, or see csv/changes.csv."]
			})
		]
	});
}
// src/model/report/reader-labels.ts
var us = {
	packet_exact: "Packets fully right",
	page_type_accuracy: "Pages with the right type",
	document_recall: "Documents cut out right, of those expected",
	document_precision: "Documents cut out right, of those given",
	boundary_recall: "Cuts found, of those expected",
	boundary_precision: "Cuts right, of those given",
	over_segmented: "Documents cut too often",
	under_segmented: "Documents not cut from others",
	mndd: "Pages in the wrong document"
}, ds = [
	"no cut",
	"a cut at every page",
	"each cut one page late"
], fs = {
	latency_p50: "Typical time",
	latency_p90: "90 of 100 documents are done in",
	latency_p95: "95 of 100 documents are done in",
	latency_p99: "99 of 100 documents are done in",
	latency_mean: "Average time",
	credits_mean: "Credits per document",
	credits: "Cost of this run",
	pages: "Pages"
};
// src/viewer/parts/packet-strip.tsx
function ps({ strips: e }) {
	let t = e.flatMap((e) => [e.expected, ...e.predicted].flatMap((e) => e ?? [])), n = [...new Set(t.map(({ type: e }) => e))].sort(), r = /* @__PURE__ */ new Set();
	return new Map(n.map((e, t) => {
		let n = e.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "") || "?", i = [
			1,
			2,
			3
		].map((e) => n.slice(0, e)), a = Array.from({ length: 99 }, (e, t) => `${n.slice(0, 1)}${t + 2}`), o = [...i, ...a].find((e) => !r.has(e)) ?? "?";
		return r.add(o), [e, {
			code: o,
			colour: t % 8
		}];
	}));
}
var ms = 30, hs = 8, gs = 13;
function _s(e) {
	let { pages: t } = e.strip;
	return Array.from({ length: Math.ceil(t / ms) }, (e, t) => t * ms + 1).map((n) => /* @__PURE__ */ U(vs, {
		...e,
		first: n,
		last: Math.min(t, n + ms - 1)
	}, n));
}
function vs({ strip: e, names: t, marks: n, pages: r = [], first: i, last: a }) {
	let o = Array.from({ length: a - i + 1 }, (e, t) => i + t), s = e.pages <= hs;
	return /* @__PURE__ */ U("table", {
		class: s ? "strip named" : "strip",
		children: [/* @__PURE__ */ U("thead", { children: /* @__PURE__ */ U("tr", { children: [/* @__PURE__ */ U("th", {
			scope: "col",
			children: "page"
		}), o.map((e) => /* @__PURE__ */ U("th", {
			scope: "col",
			children: [/* @__PURE__ */ U(ys, { image: r.find((t) => t.page === e) }), e]
		}, e))] }) }), /* @__PURE__ */ U("tbody", { children: ["expected", ...t].map((t, r) => {
			let i = r === 0 ? e.expected : e.predicted[r - 1];
			return /* @__PURE__ */ U("tr", { children: [/* @__PURE__ */ U("th", {
				scope: "row",
				children: t
			}), i == null ? /* @__PURE__ */ U("td", {
				colSpan: o.length,
				class: "worse",
				children: "✗ no result"
			}) : o.map((t) => /* @__PURE__ */ U(xs, {
				page: t,
				segments: i,
				expected: r === 0 ? null : e.expected,
				marks: n,
				named: s
			}, t))] }, t);
		}) })]
	});
}
function ys({ image: e }) {
	if (!e) return null;
	let { address: t, width: n, height: r } = e;
	return /* @__PURE__ */ U("img", {
		class: "thumbnail",
		src: t,
		width: n,
		height: r,
		alt: "",
		decoding: "async"
	});
}
function bs(e, t) {
	return e.find(({ startPage: e, endPage: n }) => e <= t && t <= n);
}
function xs({ page: e, segments: t, expected: n, marks: r, named: i }) {
	let a = bs(t, e);
	if (!a) return /* @__PURE__ */ U("td", {
		class: "page-cell no-type",
		title: `page ${e}: in no document`
	});
	let { type: o, startPage: s, endPage: c } = a, l = s === e, u = n && bs(n, e), d = e > 1 && l, f = e > 1 && u?.startPage === e, p = [
		...n && d && !f ? [["✂", "wrong cut"]] : [],
		...n && !d && f ? [["⌒", "missing cut"]] : [],
		...n && u?.type !== o ? [["✗", `wrong type, expected ${u?.type ?? "none"}`]] : []
	], { code: m, colour: h } = r.get(o) ?? {
		code: "",
		colour: 0
	}, g = i && o.length + 2 * p.length <= gs, _ = p.map(([, e]) => e).join(", ");
	return /* @__PURE__ */ U("td", {
		class: `page-cell type-${h}${d ? " boundary" : ""}${p.length > 0 ? " inexact" : ""}`,
		title: `page ${e}: ${o}, pages ${s} to ${c}${_ && `: ${_}`}`,
		children: [p.length > 0 && /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U("span", {
			"aria-hidden": "true",
			children: [p.map(([e]) => e).join(""), " "]
		}), /* @__PURE__ */ U("span", {
			class: "visually-hidden",
			children: [_, " "]
		})] }), (l || p.length > 0) && (g ? o : /* @__PURE__ */ U("abbr", {
			title: o,
			children: m
		}))]
	});
}
function Ss({ strip: e, names: t, marks: n }) {
	let r = X("index"), i = R(() => r?.ids.indexOf(e.itemId) ?? -1, [r, e]), a = r?.positions?.[i] ?? i, o = Bn(a);
	return /* @__PURE__ */ U(_s, {
		strip: e,
		names: t,
		marks: n,
		pages: Un(a, "images" in o ? o.images : 0)
	});
}
function Cs(e) {
	let { itemId: t, ...n } = e, r = X("packets"), i = r?.strips.find((e) => e.itemId === t);
	return !r || !i ? null : /* @__PURE__ */ U(Wt, {
		look: "packet scroller",
		label: "Pages of the packet",
		children: /* @__PURE__ */ U(_s, {
			strip: i,
			...n,
			marks: ps(r)
		})
	});
}
// src/viewer/sections/packets-section.tsx
var ws = 30, Ts = Y("packets", ({ head: e, names: t, data: n }) => {
	let [r, i] = F(ws), [a, o] = F(!1), s = ps(n), c = n.strips.filter(Es), l = a ? n.strips : c;
	return /* @__PURE__ */ U(b, { children: [
		/* @__PURE__ */ U(J, {
			title: "Packets",
			children: [
				z(e.documents.planned),
				" packets. A packet is a file with several documents; a",
				" ",
				/* @__PURE__ */ U(At, { name: "cut" }),
				" is where a new document starts."
			]
		}),
		/* @__PURE__ */ U(K, {
			label: "What was cut right",
			look: "narrow measures",
			rows: n.metrics.filter(({ metric: e }) => us[e] !== void 0),
			columns: [
				{
					heading: "Of 100",
					label: "Measure",
					cell: ({ metric: e, better: t }) => /* @__PURE__ */ U(b, { children: [
						us[e],
						" ",
						t === "lower" && /* @__PURE__ */ U("span", {
							class: "quiet",
							children: "(fewer is better)"
						})
					] })
				},
				...t.map((e, t) => W(e, ({ values: e }) => He(e[t]))),
				...ds.map((e, t) => W(e, ({ trivial: e }) => /* @__PURE__ */ U($t, { values: [e[t] ?? null] }), {
					look: "trivial",
					from: "wide"
				}))
			]
		}),
		/* @__PURE__ */ U("p", {
			class: "quiet",
			children: [
				"The last three columns are ",
				/* @__PURE__ */ U(At, {
					name: "trivialAnswer",
					children: "trivial answers"
				}),
				"."
			]
		}),
		/* @__PURE__ */ U("h2", { children: "Page by page" }),
		e.documents.rule !== null && /* @__PURE__ */ U("p", {
			class: "quiet",
			children: [
				z(n.strips.length),
				" of ",
				z(e.documents.planned),
				" packets are shown:",
				" ",
				e.documents.rule,
				". csv/splits.csv lists all."
			]
		}),
		/* @__PURE__ */ U("div", {
			class: "filters",
			children: [/* @__PURE__ */ U("label", { children: [
				/* @__PURE__ */ U("input", {
					type: "checkbox",
					checked: a,
					onChange: () => o(!a)
				}),
				" show also the ",
				z(n.strips.length - c.length),
				" packets without an error"
			] }), /* @__PURE__ */ U("ul", {
				class: "legend",
				"aria-label": "Signs",
				children: [
					/* @__PURE__ */ U("li", { children: "✂ wrong cut" }),
					/* @__PURE__ */ U("li", { children: "⌒ missing cut" }),
					/* @__PURE__ */ U("li", { children: "✗ wrong type" }),
					[...s].map(([e, { code: t, colour: n }]) => /* @__PURE__ */ U("li", { children: [
						/* @__PURE__ */ U("span", {
							class: `page-cell key type-${n}`,
							children: t
						}),
						" ",
						e
					] }, e))
				]
			})]
		}),
		l.length === 0 && /* @__PURE__ */ U("p", { children: "Every packet is fully right in each version." }),
		/* @__PURE__ */ U(Wt, {
			label: "Strips of pages",
			children: l.slice(0, r).map((e) => /* @__PURE__ */ U("section", {
				class: "packet",
				children: [/* @__PURE__ */ U("h3", { children: [
					/* @__PURE__ */ U(q, { id: e.itemId }),
					" ",
					/* @__PURE__ */ U("span", {
						class: "quiet",
						children: [z(e.pages), " pages"]
					})
				] }), /* @__PURE__ */ U(Ss, {
					strip: e,
					names: t,
					marks: s
				})]
			}, e.itemId))
		}),
		l.length > r && /* @__PURE__ */ U("button", {
			type: "button",
			onClick: () => i(r + 100),
			children: [
				"Show more (",
				z(l.length - r),
				" left)"
			]
		}),
		/* @__PURE__ */ U(ta, { children: /* @__PURE__ */ U(Ds, {
			section: n,
			names: t
		}) }),
		/* @__PURE__ */ U(lr, { section: "packets" })
	] });
});
function Es(e) {
	return e.predicted.some((e) => e === null || e.some((e) => !e.exact)) || e.expected.some((e) => !e.exact);
}
function Ds({ section: e, names: t }) {
	return /* @__PURE__ */ U(K, {
		label: "Splitting metrics",
		look: "measures",
		rows: e.metrics,
		columns: [
			{
				heading: "Metric",
				cell: ({ label: e, better: t }) => /* @__PURE__ */ U(b, { children: [
					e,
					" ",
					t === "lower" && /* @__PURE__ */ U("span", {
						class: "quiet",
						children: "(lower is better)"
					})
				] })
			},
			...t.map((e, t) => Mt(e, ({ values: e }) => e[t])),
			...Gn(e.metrics, ({ values: e }) => e),
			...e.trivialNames.map((e, t) => Mt(e, ({ trivial: e }) => e[t], "trivial", "wide"))
		]
	});
}
// src/model/report/reconciliation.ts
function Os({ conventions: e, documents: t }) {
	return `${Qe(e, "set")} of conventions and ${Qe(t, "change")} of single documents`;
}
// src/viewer/sections/reconciliation-section.tsx
var ks = {
	equal: "= equal",
	differs: "≠ differs",
	"not-compared": "· not compared"
}, As = Y("reconciliation", ({ data: e }) => {
	let t = (t) => e.rows.filter((e) => e.status === t), n = t("differs"), r = [...n, ...t("not-compared")], i = t("equal");
	return /* @__PURE__ */ U(b, { children: [
		/* @__PURE__ */ U(J, {
			title: "Service figures",
			children: [
				e.sentence,
				" Version ",
				e.version,
				" and batch processor run ",
				e.batchRunId,
				"."
			]
		}),
		r.length > 0 && /* @__PURE__ */ U(js, {
			rows: r,
			label: "Figures that differ or were not compared"
		}),
		e.explanations.length > 1 && /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U("h2", { children: "Other possible explanations" }), /* @__PURE__ */ U("ul", { children: e.explanations.slice(1, 11).map(({ changes: e }, t) => /* @__PURE__ */ U("li", { children: e.map(({ text: e, candidates: t }) => t.length === 0 ? e : `${e} (${t.slice(0, 8).join(", ")})`).join(", and ") }, t)) })] }),
		/* @__PURE__ */ U("details", {
			open: n.length === 0,
			children: [/* @__PURE__ */ U("summary", { children: [z(i.length), " equal figures"] }), /* @__PURE__ */ U(js, {
				rows: i,
				label: "Equal figures"
			})]
		}),
		/* @__PURE__ */ U("details", { children: [
			/* @__PURE__ */ U("summary", { children: "Conventions of goldset" }),
			/* @__PURE__ */ U(K, {
				label: "Conventions",
				look: "narrow",
				rows: e.conventions,
				columns: [{
					heading: "Convention",
					cell: ({ name: e }) => e
				}, {
					heading: "Value",
					cell: ({ value: e }) => e
				}]
			}),
			/* @__PURE__ */ U("p", {
				class: "quiet",
				children: [
					"Tried ",
					Os(e.searched),
					".",
					e.decimals !== null && ` Shares are compared at ${e.decimals} decimals, because the service rounds them.`
				]
			})
		] })
	] });
});
function js({ rows: e, label: t }) {
	return /* @__PURE__ */ U(K, {
		label: t,
		rows: e,
		columns: [
			{
				heading: "Figure",
				cell: (e) => e.figure
			},
			W("goldset", (e) => Ms(e, e.goldset)),
			W("Service", (e) => Ms(e, e.service)),
			{
				heading: "Status",
				look: "short",
				lookIn: (e) => e.status === "differs" ? "worse" : void 0,
				cell: (e) => ks[e.status]
			},
			{
				heading: "Finding",
				cell: (e) => e.finding
			}
		]
	});
}
function Ms({ unit: e }, t) {
	return t === null ? "—" : e === "count" ? String(t) : t.toFixed(e === "ms" ? 0 : 4);
}
// src/viewer/sections/sample-size-section.tsx
var Ns = Y("sampleSize", ({ head: e, data: t }) => {
	let { effects: n, power: r, confidence: i, looks: a, basis: o, rows: s, documents: c, clusters: l, advice: u } = t, d = s.length - 1, f = (e) => e === null ? "—" : `${e <= c ? "✓ " : ""}${z(e)}`, p = s.some(({ needed: e }) => e.some(({ documents: e }) => e !== null && e <= c));
	return /* @__PURE__ */ U(b, { children: [
		/* @__PURE__ */ U(J, {
			title: "Sample size",
			children: [
				"Documents needed to find a difference between two versions with ",
				B(r, "share"),
				" % power at ",
				B(i, "share"),
				" % confidence",
				a > 1 && `, as one of ${a} planned comparisons`,
				".",
				" ",
				o === "observed" ? "The share of documents that differ is the observed one. The conservative number uses the upper end of its interval." : "The share of documents that differ assumes that the errors of both versions are independent. For two versions of one processor, it is usually smaller. The conservative number uses the interval of the rate.",
				d > 0 && ` Each row is tested with ${d} other questions, at the level in its row. The power is that of the verdict.`,
				l !== null && ` The plan counts clusters of ${l.by}, with ${z(l.size, 1)} documents on average.`
			]
		}),
		e.documentsNeeded && /* @__PURE__ */ U("p", { children: [
			"About ",
			z(e.documentsNeeded.total),
			" documents like these would be enough for a verdict:",
			" ",
			z(e.documentsNeeded.additional),
			" more than now."
		] }),
		/* @__PURE__ */ U(K, {
			label: "Documents needed",
			rows: s,
			columns: [
				{
					heading: "Question",
					cell: (e) => e.label
				},
				W("Documents", (e) => z(e.observedOn)),
				W("Right, %", (e) => B(e.rate, "share")),
				W("Differ, %", (e) => e.discordant === null ? "—" : B(e.discordant, "share")),
				...n.flatMap((e, t) => [
					W(`Needed for ${Ps(e)}`, (e) => f(e.needed[t]?.documents ?? null), { look: "side-start" }),
					W("Conservative", (e) => f(e.needed[t]?.conservative ?? null)),
					W("Level", (e) => {
						let n = e.needed[t]?.level ?? null;
						return n === null ? "—" : z(n, 4);
					})
				])
			]
		}),
		u.map((e) => /* @__PURE__ */ U("p", { children: e }, e)),
		/* @__PURE__ */ U("p", {
			class: "quiet",
			children: [p && "✓ the documents of this report are enough. ", "For other sizes, use goldset sample-size."]
		})
	] });
});
function Ps(e) {
	let t = Number.isInteger(Math.round(e * 1e6) / 1e4);
	return `${z(e * 100, +!t)} points`;
}
// src/model/record/reused-outputs.ts
function Fs(e) {
	let t = Math.round(e * 10) / 10;
	return `${Ze(t)} ${t === 1 ? "credit" : "credits"}`;
}
function Is(e) {
	let t = e.filter(({ outputs: e }) => e > 0);
	if (t.length === 0) return null;
	let n = t.map(({ name: e, ended: t, outputs: n }) => `${Ze(n)} of ${Qe(t, "output")} of ${e}`), r = t.reduce((e, { credits: t }) => e + t, 0);
	return `${$e(n)} come from earlier runs, which saved ${Fs(r)}. Their time and cost are those of the earlier runs.`;
}
// src/viewer/sections/speed-section.tsx
var Ls = Object.keys(fs), Rs = Y("speed", ({ names: e, data: t }) => {
	let n = zs(t).sort((e, t) => Ls.indexOf(e.metric) - Ls.indexOf(t.metric)), r = n.some(({ difference: e }) => e !== null);
	return /* @__PURE__ */ U(b, { children: [
		/* @__PURE__ */ U(J, {
			title: "Cost and speed",
			children: Bs(t, e)
		}),
		/* @__PURE__ */ U(K, {
			label: "Cost and speed",
			look: "narrow",
			rows: n,
			columns: [
				{
					heading: "Measure",
					cell: ({ metric: e }) => e === "latency_p50" ? /* @__PURE__ */ U(At, {
						name: "typicalTime",
						children: fs[e]
					}) : fs[e] ?? e
				},
				...e.map((t, n) => Mt(t, ({ values: e }) => e[n], void 0, n < e.length - 1 ? "medium" : void 0)),
				...r ? [W("Change (range)", ({ difference: e }) => e === null ? "" : /* @__PURE__ */ U(Vs, { difference: e }))] : []
			]
		}),
		r && /* @__PURE__ */ U("p", {
			class: "quiet",
			children: "Both versions, same documents: a change compares only documents that both have."
		}),
		/* @__PURE__ */ U(lr, { section: "speed" })
	] });
});
function zs({ speed: e, speedChanges: t }) {
	let n = t.map(({ baseline: e, candidate: t, difference: n }) => ({
		metric: e.metric,
		values: [e, t],
		difference: n
	})), r = new Set(n.map(({ metric: e }) => e)), i = e.flatMap(({ latency: e, credits: t, pages: n }) => [
		...e,
		t,
		n
	]), a = [...new Set(i.flatMap((e) => e && !r.has(e.metric) ? [e.metric] : []))].map((t) => ({
		metric: t,
		values: e.map(({ latency: e, credits: n, pages: r }) => [
			...e,
			n,
			r
		].find((e) => e?.metric === t) ?? null),
		difference: null
	}));
	return [...n, ...a].filter(({ values: e }) => e.some((e) => e !== null));
}
function Bs(e, t) {
	let n = e.speedChanges.find(({ baseline: e }) => e.metric === "credits_mean"), r = Is(e.speed.flatMap(({ version: e, reused: t }) => t === void 0 ? [] : [{
		name: e,
		...t
	}])), [i, a] = [n?.baseline.value, n?.candidate.value];
	return /* @__PURE__ */ U(b, { children: [
		i != null && a != null && /* @__PURE__ */ U(b, { children: [
			z(1e3),
			" documents cost ",
			z(a * 1e3),
			" ",
			/* @__PURE__ */ U(At, { name: "credits" }),
			" with",
			" ",
			t[1],
			" and ",
			z(i * 1e3),
			" with ",
			t[0],
			".",
			" "
		] }),
		"The time runs from the accepted request until the client has seen the result. ",
		r
	] });
}
function Vs({ difference: e }) {
	return e.value === 0 ? /* @__PURE__ */ U("span", {
		class: "quiet",
		children: "same"
	}) : /* @__PURE__ */ U(b, { children: [
		e.value !== null && e.value > 0 ? "+" : "",
		qe(e),
		e.interval && /* @__PURE__ */ U("span", {
			class: "quiet",
			children: [
				" (",
				Je(e),
				")"
			]
		})
	] });
}
// src/viewer/parts/page-crop.ts
var Hs = 40, Us = 4;
function Ws(e, t) {
	for (let n of e.querySelectorAll(".crop")) {
		let { position: e = "", page: r = "", boxes: i = "[]" } = n.dataset;
		Wn(Number(e), t(Number(e))).then((e) => {
			let t = e.find((e) => e.page === Number(r));
			t ? Ks(n, t, JSON.parse(i)) : n.remove();
		});
	}
}
function Gs(e) {
	let { width: t, height: n } = e.getBoundingClientRect();
	return t > 0 && n > 0 ? {
		width: t,
		height: n
	} : {};
}
function Ks(e, t, n) {
	let { width: r = 320, height: i = 80 } = Gs(e), a = t.height / t.width, o = n.length === 0 ? {
		left: 0,
		top: 0,
		right: 1,
		bottom: 0
	} : qs(n), s = Math.min((r - 80) / Math.max(.01, o.right - o.left), (i - Hs / 2) / Math.max(.005, (o.bottom - o.top) * a)), c = n.length === 0 ? r : Math.min(r * Us, Math.max(r, s)), l = Js((o.left + o.right) / 2 * c - r / 2, c - r), u = Js((o.top + o.bottom) / 2 * c * a - i / 2, c * a - i);
	e.style.backgroundImage = `url(${t.address})`, e.style.backgroundSize = `${c}px auto`, e.style.backgroundPosition = `${-l}px ${-u}px`;
	let d = n.map((e) => {
		let t = document.createElement("span");
		return t.className = e.version === 0 && n.some(({ version: e }) => e > 0) ? "box before" : "box now", t.style.left = `${e.left * c - l - 2}px`, t.style.top = `${e.top * c * a - u - 2}px`, t.style.width = `${(e.right - e.left) * c + 4}px`, t.style.height = `${(e.bottom - e.top) * c * a + 4}px`, t;
	});
	e.replaceChildren(...d);
}
function qs(e) {
	let t = e.at(-1), n = e.filter((e) => Math.abs(e.top - t.top) < .05 && Math.abs(e.left - t.left) < .3);
	return {
		left: Math.min(...n.map((e) => e.left)),
		top: Math.min(...n.map((e) => e.top)),
		right: Math.max(...n.map((e) => e.right)),
		bottom: Math.max(...n.map((e) => e.bottom))
	};
}
function Js(e, t) {
	return Math.max(0, Math.min(e, Math.max(0, t)));
}
// src/viewer/state/static-summary.ts
var Ys = null;
function Xs(e) {
	Ys = e.querySelector(".summary");
}
function Zs() {
	return Ys?.cloneNode(!0) ?? null;
}
// src/viewer/sections/summary-section.tsx
var Qs = Y("summary", $s);
function $s({ head: e }) {
	let t = L(null), n = X("places");
	return Te(() => {
		let e = Zs();
		e !== null && t.current?.replaceChildren(e);
	}, []), Te(() => {
		if (n === void 0 || t.current === null) return;
		let e = new Map(n.positions.map((e, t) => [e, n.images[t] ?? 0]));
		Ws(t.current, (t) => e.get(t) ?? 0);
	}, [n]), /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U("div", { ref: t }), /* @__PURE__ */ U(ec, { head: e })] });
}
function ec({ head: { kind: e, notComparable: t, restrictions: n } }) {
	if (t.length + n.length === 0) return null;
	let r = e === "EXTRACT" ? "Field" : "Class";
	return /* @__PURE__ */ U("section", {
		class: "not-comparable",
		children: [
			/* @__PURE__ */ U("h2", { children: "Not compared" }),
			n.map((e) => /* @__PURE__ */ U("p", { children: ["Compared: ", e] }, e)),
			t.length > 0 && /* @__PURE__ */ U(K, {
				label: "Not comparable",
				look: "compact",
				rows: t,
				columns: [
					{
						heading: r,
						cell: ({ field: e }) => /* @__PURE__ */ U(Z, { path: e })
					},
					{
						heading: "Change",
						cell: ({ change: e, to: t }) => t === null ? e : `${e} to ${t}`
					},
					{
						heading: "Reason",
						cell: ({ reason: e }) => e
					}
				]
			})
		]
	});
}
// src/viewer/all-sections.ts
var tc = Object.keys(Ie), nc = Object.values([
	Si,
	Mi,
	Vi,
	qi,
	na,
	Na,
	co,
	li,
	_o,
	xo,
	wo,
	To,
	Do,
	os,
	Ts,
	As,
	Ns,
	Rs,
	Qs
]).sort((e, t) => tc.indexOf(e.name) - tc.indexOf(t.name));
function rc(e, t) {
	return e.find(({ name: e }) => e === t) ?? e.find(({ formerly: e }) => e?.includes(t));
}
// src/viewer/state/keys.ts
var ic = [
	["j k", "next, previous document"],
	["u", "back to the list of documents"],
	["n p", "next, previous error"],
	["f", "fold or show the values that are right"],
	["[ ]", "previous, next page"],
	["+ - 0", "zoom in, zoom out, fit"],
	["b", "show or hide the boxes"],
	["v", "boxes of both versions, or of one version"]
], ac = [], oc = er("keys") !== "off", sc = "";
function cc() {
	return oc;
}
function lc(e) {
	oc = e, tr("keys", e ? "on" : "off");
}
function uc(e) {
	let { target: t, key: n } = e, r = t instanceof Element && t.closest("input, select, textarea, dialog");
	if (!oc || r || e.ctrlKey || e.metaKey || e.altKey) return;
	let i = sc + n;
	sc = i === "g" ? "g " : "";
	let a = ac.find(({ current: e }) => Object.hasOwn(e, i))?.current[i];
	a !== void 0 && (e.preventDefault(), a());
}
function dc(e) {
	let t = L(e);
	t.current = e, Te(() => (ac.push(t), addEventListener("keydown", uc), () => {
		ac.splice(ac.indexOf(t), 1);
	}), []);
}
// src/viewer/search-and-keys.tsx
var fc = 6, pc = {
	s: "summary",
	n: "newErrors",
	d: "documents",
	f: "fields",
	t: "classes",
	p: "packets",
	c: "confidence",
	r: "gate",
	m: "method"
};
function mc({ head: e }) {
	let [t, n] = F(null), r = sr(), i = Object.entries(pc).flatMap(([t, n]) => {
		let r = nc.find((e) => e.name === n);
		return r && e.sections.includes(r.name) ? [{
			key: `g ${t}`,
			section: r
		}] : [];
	});
	return dc({
		"/": () => n("search"),
		"?": () => n("keys"),
		t: () => ir(nr[(nr.indexOf(r) + 1) % nr.length] ?? "system"),
		E: () => qa(document.title),
		...Object.fromEntries(i.map(({ key: e, section: t }) => [e, () => ct(V(t.name))]))
	}), /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U("p", {
		class: "rail-tools",
		children: [
			/* @__PURE__ */ U("button", {
				type: "button",
				class: "save",
				onClick: () => n("search"),
				children: ["Search ", /* @__PURE__ */ U("kbd", { children: "/" })]
			}),
			" ",
			/* @__PURE__ */ U("button", {
				type: "button",
				class: "save",
				"aria-label": "Keys",
				onClick: () => n("keys"),
				children: /* @__PURE__ */ U("kbd", { children: "?" })
			})
		]
	}), t !== null && /* @__PURE__ */ U(hc, {
		label: t === "search" ? "Search the report" : "Keys",
		onClose: () => n(null),
		children: t === "search" ? /* @__PURE__ */ U(gc, {
			head: e,
			onClose: () => n(null)
		}) : /* @__PURE__ */ U(yc, { sections: i.map(({ key: e, section: t }) => [e, t.label]) })
	})] });
}
function hc(e) {
	let t = L(null);
	return I(() => t.current?.showModal(), []), /* @__PURE__ */ U("dialog", {
		ref: t,
		class: "search",
		"aria-label": e.label,
		onClose: e.onClose,
		children: [e.children, /* @__PURE__ */ U("p", { children: /* @__PURE__ */ U("button", {
			type: "button",
			class: "save",
			onClick: () => t.current?.close(),
			children: "Close"
		}) })]
	});
}
function gc({ head: e, onClose: t }) {
	let [n, r] = F(""), i = X("index"), a = n.trim() === "" ? [] : _c(e, i, n.trim().toLowerCase());
	return /* @__PURE__ */ U("form", {
		onSubmit: (e) => {
			e.preventDefault(), a[0] && ct(a[0].address), t();
		},
		children: [
			/* @__PURE__ */ U("label", { children: [
				"Search",
				" ",
				/* @__PURE__ */ U("input", {
					type: "search",
					autocomplete: "off",
					spellcheck: !1,
					value: n,
					onInput: (e) => r(e.currentTarget.value)
				})
			] }),
			/* @__PURE__ */ U("p", {
				class: "quiet",
				role: "status",
				children: n.trim() === "" ? "Documents, fields, types, sections and terms." : `${a.length} found`
			}),
			/* @__PURE__ */ U("ul", { children: a.map(({ kind: e, text: n, address: r }) => /* @__PURE__ */ U("li", { children: [
				/* @__PURE__ */ U("a", {
					href: r,
					onClick: t,
					children: n
				}),
				" ",
				/* @__PURE__ */ U("span", {
					class: "quiet",
					children: e
				})
			] }, `${e} ${n}`)) })
		]
	});
}
function _c(e, t, n) {
	let r = (e, t, r) => {
		let i = [];
		for (let a of t) {
			if (i.length === fc) break;
			a.toLowerCase().includes(n) && i.push({
				kind: e,
				text: a,
				address: r(a)
			});
		}
		return i;
	}, i = nc.filter(({ name: t }) => e.sections.includes(t));
	return [
		...r("document", t?.ids ?? [], (e) => V("document", e)),
		...r("field", t?.fields ?? [], (e) => V("fields", "", { open: e })),
		...r("type", t?.labels ?? [], () => V("classes")),
		...r("section", i.map(({ label: e }) => e), (e) => V(i.find((t) => t.label === e)?.name ?? "summary")),
		...r("term", Object.values(kt).map(({ label: e }) => e), () => V("method"))
	];
}
var vc = [
	["/", "search"],
	["?", "this list"],
	["t", "colours: system, light, dark"],
	["E", "save the tables of the page as CSV"]
];
function yc({ sections: e }) {
	let [t, n] = F(cc);
	return /* @__PURE__ */ U(b, { children: [
		/* @__PURE__ */ U("p", { children: /* @__PURE__ */ U("label", { children: [
			/* @__PURE__ */ U("input", {
				type: "checkbox",
				checked: t,
				onChange: () => {
					lc(!t), n(!t);
				}
			}),
			" ",
			"use these keys"
		] }) }),
		/* @__PURE__ */ U(bc, {
			title: "Everywhere",
			keys: vc
		}),
		/* @__PURE__ */ U(bc, {
			title: "Sections",
			keys: e
		}),
		/* @__PURE__ */ U(bc, {
			title: "In a document",
			keys: ic
		})
	] });
}
function bc({ title: e, keys: t }) {
	return /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U("h2", { children: e }), /* @__PURE__ */ U("dl", {
		class: "key-list",
		children: t.map(([e, t]) => /* @__PURE__ */ U("div", { children: [/* @__PURE__ */ U("dt", { children: e.split(" ").map((e) => /* @__PURE__ */ U("kbd", { children: e }, e)) }), /* @__PURE__ */ U("dd", { children: t })] }, e))
	})] });
}
// src/viewer/parts/array-table-view.tsx
function xc(e) {
	let { table: t, versions: n } = e;
	return /* @__PURE__ */ U("section", {
		class: "array",
		children: [/* @__PURE__ */ U("h3", { children: t.path }), /* @__PURE__ */ U(Wt, {
			label: t.path,
			children: /* @__PURE__ */ U("table", {
				class: "aligned",
				children: [/* @__PURE__ */ U("thead", { children: /* @__PURE__ */ U("tr", { children: [
					/* @__PURE__ */ U("th", {
						scope: "col",
						children: "Row"
					}),
					/* @__PURE__ */ U("th", {
						scope: "col",
						children: /* @__PURE__ */ U("span", {
							class: "visually-hidden",
							children: "Version"
						})
					}),
					t.columns.map((e) => /* @__PURE__ */ U("th", {
						scope: "col",
						children: e
					}, e))
				] }) }), t.rows.map((t, r) => /* @__PURE__ */ U("tbody", { children: [/* @__PURE__ */ U(Sc, {
					...e,
					row: t
				}), n.map((n, r) => /* @__PURE__ */ U(wc, {
					...e,
					row: t,
					version: r
				}, n))] }, r))]
			})
		})]
	});
}
function Sc({ row: e, table: t, versions: n }) {
	let r = e.expectedRow === null;
	return /* @__PURE__ */ U("tr", {
		class: r ? "expected ghost" : "expected",
		children: [
			/* @__PURE__ */ U("th", {
				scope: "rowgroup",
				rowSpan: n.length + 1,
				class: "number",
				children: e.expectedRow === null ? "+" : e.expectedRow + 1
			}),
			/* @__PURE__ */ U("td", {
				class: "who",
				children: "expected"
			}),
			r && /* @__PURE__ */ U("td", {
				colSpan: t.columns.length,
				children: "no such row"
			}),
			!r && t.columns.map((t, n) => /* @__PURE__ */ U("td", { children: Cc(e.cells.map((e) => e[n])) }, t))
		]
	});
}
function Cc(e) {
	return Mr(yr(e.find((e) => e?.expected !== void 0)?.expected));
}
function wc(e) {
	let { table: t, versions: n, active: r, onHover: i, row: a, version: o, citedOf: s } = e, c = a.cells[o] ?? [], l = /* @__PURE__ */ U("td", {
		class: "who",
		children: n[o]
	});
	if (!a.found[o]) {
		let e = a.expectedRow === null;
		return /* @__PURE__ */ U("tr", {
			class: e ? "version quiet" : "version ghost missing-row",
			children: [l, /* @__PURE__ */ U("td", {
				colSpan: t.columns.length,
				children: e ? "not in this version" : "∅ row missing"
			})]
		});
	}
	return /* @__PURE__ */ U("tr", {
		class: `version${c.every((e) => !e || Ho([e])) ? " all-right" : ""}`,
		children: [l, c.map((e, t) => {
			let n = e ? Bo(a, t) : null;
			return /* @__PURE__ */ U("td", {
				class: `${e?.outcome ?? ""}${n !== null && n === r ? " tied" : ""}`,
				onMouseEnter: () => i(n),
				onMouseLeave: () => i(null),
				children: /* @__PURE__ */ U(Tr, {
					leaf: e,
					cited: e && s(o, e)
				})
			}, t);
		})]
	});
}
// src/viewer/parts/document-values.tsx
function Tc(e) {
	let { names: t, detail: n, groups: r, tables: i, active: a, onHover: o } = e, [s, c] = F(!1);
	return dc({ f: () => c(!s) }), /* @__PURE__ */ U(b, { children: [
		n.versions.map((e, n) => e.failure === void 0 ? null : /* @__PURE__ */ U("p", {
			class: "failure",
			children: [
				/* @__PURE__ */ U("span", {
					class: "worse",
					children: [
						"✗ ",
						t[n],
						" failed:"
					]
				}),
				" ",
				e.failure
			]
		}, n)),
		Uo.map((n) => {
			let i = r.get(n) ?? [];
			return i.length === 0 ? null : /* @__PURE__ */ U("details", {
				class: "value-group",
				open: s || Dc(n),
				children: [/* @__PURE__ */ U("summary", { children: [
					Oc(n, t.length),
					" ",
					z(i.length)
				] }), /* @__PURE__ */ U(Ac, {
					...e,
					group: n,
					values: i
				})]
			}, n);
		}),
		/* @__PURE__ */ U("p", {
			class: "fold-right",
			children: /* @__PURE__ */ U("button", {
				type: "button",
				class: "save",
				"aria-pressed": s,
				onClick: () => c(!s),
				children: ["Show right values ", /* @__PURE__ */ U("kbd", { children: "f" })]
			})
		}),
		i.map((e) => /* @__PURE__ */ U(xc, {
			table: s ? e : {
				...e,
				rows: e.rows.filter(Ec)
			},
			versions: t,
			active: a,
			onHover: o,
			citedOf: (e, t) => Nc(n, e, t)
		}, e.path))
	] });
}
function Ec({ cells: e, found: t }) {
	return t.includes(!1) || e.some((e) => e.some((e) => e && !Ho([e])));
}
function Dc(e) {
	return e === "newErrors" || e === "stillWrong";
}
function Oc(e, t) {
	let n = t > 1 ? " in both" : "";
	return {
		newErrors: "New errors",
		stillWrong: t > 1 ? "Still wrong" : "Wrong",
		fixed: "Right now, wrong before",
		right: `Right${n}`,
		empty: `Empty${n}`,
		notScored: "Not scored"
	}[e];
}
var kc = 12;
function Ac(e) {
	let { names: t, detail: n, active: r, onHover: i, group: a, values: o, pages: s, boxes: c } = e, l = new Set(c.flatMap((e) => s.some((t) => t.page === e.page) ? e.key : [])), u = new Set(Dc(a) ? o.slice(0, kc) : []);
	return /* @__PURE__ */ U(K, {
		label: Oc(a, t.length),
		look: "leaves",
		rows: o,
		rowLook: ({ key: e, leaves: t }) => `${Ho(t) ? "right" : "wrong"}${r === e ? " tied" : ""}`,
		onHover: (e) => i(e?.key ?? null),
		openBelow: (e) => u.has(e) && l.has(e.key) && /* @__PURE__ */ U(ns, {
			pages: s,
			line: e,
			boxes: c
		}),
		columns: [
			{
				heading: "Field",
				cell: (t) => /* @__PURE__ */ U(jc, {
					...e,
					line: t
				})
			},
			{
				heading: "Expected",
				term: "correctAnswer",
				look: "value",
				cell: ({ leaves: e }) => Cc(e)
			},
			...t.map((e, t) => ({
				heading: e,
				look: "value",
				lookIn: ({ leaves: e }) => e[t]?.outcome,
				cell: ({ leaves: e }) => {
					let r = e[t];
					return /* @__PURE__ */ U(Tr, {
						leaf: r,
						confidence: r && Mc(n, t, r),
						cited: r && Nc(n, t, r)
					});
				}
			}))
		]
	});
}
function jc({ line: e, boxes: t, page: n, onSelect: r }) {
	let i = n === null || e.path.startsWith("page") ? null : Qo(e, t);
	return /* @__PURE__ */ U("button", {
		type: "button",
		class: "tie",
		title: e.path,
		"data-line": e.key,
		onFocus: () => r(e.key),
		onClick: () => r(e.key),
		children: [/* @__PURE__ */ U(Z, { path: Fi(e.path, e.isExtraRow) }), i !== null && /* @__PURE__ */ U("span", {
			class: i === n ? "page-number here" : "page-number",
			children: [" page ", i]
		})]
	});
}
function Mc(e, t, n) {
	let r = e.versions[t]?.confidences ?? {}, i = Vo(n);
	return Object.hasOwn(r, i) ? r[i] ?? null : null;
}
function Nc(e, t, n) {
	let r = e.versions[t]?.cited ?? {}, i = Vo(n);
	return Object.hasOwn(r, i) ? r[i] : void 0;
}
// src/viewer/blocks/report-blocks.ts
var Pc = [
	"",
	"none",
	"right",
	"budget",
	"unreadable",
	"light"
];
// src/viewer/parts/image-absence.tsx
function Fc(e, t) {
	switch (Pc[-e]) {
		case "budget": return /* @__PURE__ */ U(b, { children: [
			"No image: the page images of this file are limited to",
			" ",
			z(t.images.budgetBytes / 1e6),
			" MB. ",
			/* @__PURE__ */ U(Ic, { images: "crops" }),
			" shows more documents with the places of wrong values only."
		] });
		case "right": return "No image: the document is right in every version. Only documents with errors have images.";
		case "light": return /* @__PURE__ */ U(b, { children: [
			"No image: this file was written without page images. ",
			/* @__PURE__ */ U(Ic, { images: "all" }),
			" adds them."
		] });
		case "unreadable": return /* @__PURE__ */ U(b, { children: ["No image: the document was not found or could not be opened when the report was written. Put the file back to its place, then write the report again: ", /* @__PURE__ */ U(Ic, {})] });
		default: return "No image: the dataset names this document by an address or an id, so the report has no file to draw.";
	}
}
function Ic({ images: e }) {
	return /* @__PURE__ */ U("code", { children: ["goldset report RECORD", e && ` --images ${e}`] });
}
// src/viewer/parts/page-pane.tsx
var Lc = [
	.5,
	.75,
	1,
	1.5,
	2,
	3,
	4
], Rc = 1;
function zc(e) {
	let { pages: t, text: n, boxes: r, kinds: i, active: a, activePage: o } = e, s = L(null), [c, l] = F(Rc), [u, d] = F(0), [f, p] = F(1), [m, h] = F(!1), [g, _] = F(null), y = t[f - 1]?.page ?? 1, b = qo.filter((e) => i[e] !== void 0), x = (e) => !m && (g === null || g === e || e === "expected"), S = R(() => r.filter(({ kind: e, isSettled: t }) => x(e) && !(g === null && t)), [
		r,
		m,
		g
	]), C = (e) => l((t) => Lc[Lc.indexOf(t) + e] ?? t), w = (e) => {
		let t = s.current, n = t?.querySelectorAll(".page")[e - 1];
		t && n && (t.scrollTop += n.getBoundingClientRect().top - t.getBoundingClientRect().top);
	}, T = () => s.current && p(Vc(s.current));
	dc({
		"[": () => w(f - 1),
		"]": () => w(f + 1),
		"+": () => C(1),
		"=": () => C(1),
		"-": () => C(-1),
		0: () => l(Rc),
		b: () => h(!m),
		v: () => {
			h(!1), _(g === null ? "now" : g === "now" && i.before !== void 0 ? "before" : null);
		}
	}), I(() => e.onPage(y), [y]), I(() => {
		a !== null && Hc(s.current, a, o);
	}, [
		a,
		o,
		t
	]);
	let E = L(c);
	return Te(() => {
		let e = s.current, t = c / E.current;
		E.current = c, e && t !== 1 && (e.scrollTop = (e.scrollTop + e.clientHeight / 2) * t - e.clientHeight / 2, e.scrollLeft = (e.scrollLeft + e.clientWidth / 2) * t - e.clientWidth / 2);
	}, [c]), /* @__PURE__ */ U("div", {
		class: "page-pane",
		children: [
			t.length > 0 && /* @__PURE__ */ U("p", {
				class: "page-tools",
				children: [
					t.length > 1 && /* @__PURE__ */ U(Bc, {
						name: "Previous page",
						sign: "‹",
						onPress: () => w(f - 1)
					}),
					/* @__PURE__ */ U("span", {
						role: "status",
						children: [
							"page ",
							y,
							t.length === t.at(-1)?.page && ` of ${t.length}`
						]
					}),
					t.length > 1 && /* @__PURE__ */ U(Bc, {
						name: "Next page",
						sign: "›",
						onPress: () => w(f + 1)
					}),
					/* @__PURE__ */ U(Bc, {
						name: "Zoom out",
						sign: "−",
						onPress: () => C(-1)
					}),
					/* @__PURE__ */ U(Bc, {
						name: "Zoom in",
						sign: "+",
						onPress: () => C(1)
					}),
					/* @__PURE__ */ U(Bc, {
						name: "Fit the page",
						sign: "fit",
						onPress: () => l(Rc)
					}),
					/* @__PURE__ */ U(Bc, {
						name: "Rotate the page",
						sign: "rotate",
						onPress: () => d((u + 1) % 4)
					})
				]
			}),
			r.length > 0 && t.length > 0 || n ? /* @__PURE__ */ U("p", {
				class: "page-tools box-legend",
				children: [
					/* @__PURE__ */ U("span", { children: n ? "marks" : "boxes" }),
					b.map((e) => /* @__PURE__ */ U("button", {
						type: "button",
						class: "save",
						"aria-pressed": x(e),
						onClick: () => {
							h(!1), _(e === "expected" || g === e ? null : e);
						},
						children: [
							/* @__PURE__ */ U("i", { class: e }),
							" ",
							i[e]
						]
					}, e)),
					/* @__PURE__ */ U(Bc, {
						name: "Hide the boxes",
						sign: "hide",
						pressed: m,
						onPress: () => h(!m)
					})
				]
			}) : null,
			/* @__PURE__ */ U("section", {
				class: "pages",
				ref: s,
				tabIndex: 0,
				"aria-label": "Pages",
				onScroll: T,
				children: [
					/* @__PURE__ */ U("p", {
						class: "position-unknown",
						role: "status",
						children: a !== null && o === null && t.length > 0 && "no position known"
					}),
					t.map((t) => /* @__PURE__ */ v(Wc, {
						...e,
						key: t.page,
						page: t,
						boxes: S,
						zoom: c,
						turns: u
					})),
					t.length === 0 && n && /* @__PURE__ */ U(Kc, {
						...e,
						text: n,
						isShown: x
					}),
					t.length === 0 && !n && /* @__PURE__ */ U("p", {
						class: "no-image",
						children: e.absence
					})
				]
			})
		]
	});
}
function Bc(e) {
	let { name: t, sign: n, pressed: r, onPress: i } = e;
	return /* @__PURE__ */ U("button", {
		type: "button",
		class: "save",
		"aria-label": t,
		title: t,
		"aria-pressed": r,
		onClick: i,
		children: n
	});
}
function Vc(e) {
	let { top: t, height: n } = e.getBoundingClientRect(), r = [...e.querySelectorAll(".page")];
	return Math.max(1, r.filter((e) => e.getBoundingClientRect().top <= t + n / 2).length);
}
function Hc(e, t, n) {
	if (!e) return;
	let r = [...e.querySelectorAll("[data-key]")].find(({ dataset: e }) => e.key === t), i = r ?? e.querySelector(`[data-page="${n ?? ""}"]`);
	if (!i) return;
	let a = i.getBoundingClientRect(), o = e.getBoundingClientRect();
	r ? ((a.top < o.top || a.bottom > o.bottom) && (e.scrollTop += (a.top + a.bottom - o.top - o.bottom) / 2), (a.left < o.left || a.right > o.right) && (e.scrollLeft += (a.left + a.right - o.left - o.right) / 2)) : (a.bottom < o.top || a.top > o.bottom) && (e.scrollTop += a.top - o.top);
}
var Uc = {
	now: 0,
	before: 4,
	expected: 8
};
function Wc({ page: e, boxes: t, zoom: n, turns: r, ...i }) {
	let { width: a, height: o } = e, s = r % 2 == 1;
	return /* @__PURE__ */ U("figure", {
		class: "page",
		"data-page": e.page,
		style: {
			"--zoom": n,
			aspectRatio: s ? `${o} / ${a}` : `${a} / ${o}`
		},
		children: [/* @__PURE__ */ U("div", {
			class: "sheet",
			style: {
				width: s ? `${100 * a / o}%` : "100%",
				transform: `translate(-50%, -50%) rotate(${90 * r}deg)`
			},
			children: [/* @__PURE__ */ U("img", {
				src: e.address,
				width: a,
				height: o,
				alt: `Page ${e.page}`
			}), /* @__PURE__ */ U("svg", {
				class: "boxes",
				viewBox: `0 0 ${a} ${o}`,
				preserveAspectRatio: "none",
				"aria-hidden": "true",
				children: t.map((t, n) => t.page === e.page && /* @__PURE__ */ U("polygon", {
					points: $o(t.corners, Uc[t.kind], e).join(" "),
					...Gc(t, i)
				}, n))
			})]
		}), /* @__PURE__ */ U("figcaption", {
			class: "visually-hidden",
			children: ["Page ", e.page]
		})]
	});
}
function Gc({ key: e, kind: t, outcome: n }, { active: r, onHover: i, onSelect: a }) {
	return {
		"data-key": e,
		class: `${t} ${n}${e === r ? " active" : ""}`,
		onMouseEnter: () => i(e),
		onMouseLeave: () => i(null),
		onClick: () => a(e)
	};
}
function Kc({ text: e, isShown: t, ...n }) {
	return /* @__PURE__ */ U("pre", {
		class: "document-text",
		children: e.map((e, r) => e.mark && t(e.mark.kind) ? /* @__PURE__ */ U("mark", {
			...Gc(e.mark, n),
			children: e.text
		}, r) : e.text)
	});
}
// src/viewer/parts/rerun-command.tsx
function qc({ head: e, id: t }) {
	let [n, r] = F(!1), { rerun: i } = e;
	if (i === null) return null;
	let a = e.versions.map((e) => e.requested).join(","), o = [
		"--processor",
		i.processor,
		"--versions",
		a,
		"--only",
		t,
		...i.flags ?? []
	], s = [
		"goldset",
		"run",
		i.dataset,
		...o
	].map(Jc).join(" ");
	return /* @__PURE__ */ U("p", {
		class: "run-again",
		children: [
			/* @__PURE__ */ U("span", {
				class: "quiet",
				children: "Run it again:"
			}),
			" ",
			/* @__PURE__ */ U("code", {
				id: "run-again",
				children: s
			}),
			" ",
			/* @__PURE__ */ U("button", {
				type: "button",
				onClick: async () => {
					try {
						await navigator.clipboard.writeText(s), r(!0), setTimeout(() => r(!1), 2e3);
					} catch {
						let e = document.getElementById("run-again");
						e && getSelection()?.selectAllChildren(e);
					}
				},
				children: n ? "copied" : "copy"
			})
		]
	});
}
function Jc(e) {
	let t = e.replace(/[\u0000-\u001f\u007f]/g, "");
	return /^[\w.,:@/+-]+$/.test(t) ? t : `'${t.replaceAll("'", "'\\''")}'`;
}
// src/viewer/state/text-marks.ts
var Yc = 300;
function Xc(e, t) {
	let n = [];
	for (let r of Zc(t)) {
		let t = Qc(r.value);
		if (t !== null) for (let { index: i, 0: a } of e.matchAll(t)) {
			let e = i + a.length;
			if (!n.some((t) => i < t.end && t.start < e)) {
				n.push({
					start: i,
					end: e,
					mark: r
				});
				break;
			}
		}
	}
	let r = [], i = 0;
	for (let { start: t, end: a, mark: o } of n.sort((e, t) => e.start - t.start)) {
		let { key: n, kind: s, outcome: c } = o;
		t > i && r.push({ text: e.slice(i, t) }), r.push({
			text: e.slice(t, a),
			mark: {
				key: n,
				kind: s,
				outcome: c
			}
		}), i = a;
	}
	return i < e.length && r.push({ text: e.slice(i) }), r;
}
function Zc(e) {
	let [t, n] = [[], []];
	for (let { key: r, leaves: i } of e) {
		let e = i.length - 1, a = i.find((e) => e?.expected !== void 0)?.expected, o = i[e] !== void 0 && !Ho([i[e]]);
		o && t.push({
			key: r,
			kind: "expected",
			outcome: "correct",
			value: a
		});
		for (let [a, s] of i.entries()) {
			if (s === void 0 || s.outcome === "absent") continue;
			let i = s.outcome === "correct" && (o || a < e), c = a === e ? "now" : "before";
			i || (o ? t : n).push({
				key: r,
				kind: c,
				outcome: s.outcome,
				value: s.predicted
			});
		}
	}
	return [...t, ...n];
}
function Qc(e) {
	if (e == null || typeof e == "boolean" || Array.isArray(e)) return null;
	if (vr(e)) return Qc(e.amount);
	if (typeof e != "string") return $c(yr(e));
	let t = e.trim().slice(0, Yc), [, n, r, i] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(t) ?? [];
	if (n && r && i) return el(n, r, i);
	let a = t.split(/\s+/).map(tl);
	return t.length < 2 ? null : RegExp(`(?<![\\p{L}\\p{N}])${a.join("\\s+")}(?![\\p{L}\\p{N}])`, "giu");
}
function $c(e) {
	let [t = "", n = ""] = e.replace("-", "").split("."), r = t.replace(/\B(?=(\d{3})+$)/g, "[.,'’\\s]?"), i = n === "" ? "(?:[.,]0+)?" : `[.,]${n}0*`;
	return RegExp(`(?<![\\d.,])${r}${i}(?![\\d]|[.,]\\d)`, "gu");
}
function el(e, t, n) {
	let [r, i] = [t, n].map((e) => `0?${Number(e)}`), a = `(?:${e}|${e.slice(2)})`, o = [
		[
			e,
			r,
			i
		],
		[
			i,
			r,
			a
		],
		[
			r,
			i,
			a
		]
	].map((e) => e.join("\\s?[./-]\\s?"));
	return RegExp(`(?<!\\d)(?:${o.join("|")})(?!\\d)`, "gu");
}
function tl(e) {
	return e.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
// src/viewer/sections/document-view.tsx
function nl({ head: e, names: t, address: n }) {
	let r = X("index"), i = R(() => r?.ids.findIndex((e) => e.toWellFormed() === n.argument) ?? -1, [r, n.argument]), { q: a = "", sort: o = "" } = n.query, s = R(() => r ? Kr(r, a, o) : [], [
		r,
		a,
		o
	]), c = $n("(min-width: 1280px)");
	return r ? i < 0 ? /* @__PURE__ */ U("p", { children: [
		"This report has no document “",
		n.argument,
		"”."
	] }) : /* @__PURE__ */ U("div", {
		class: c ? "with-list" : void 0,
		children: [c && /* @__PURE__ */ U("aside", {
			class: "beside",
			"aria-label": "List of documents",
			children: /* @__PURE__ */ U(eo, {
				names: t,
				index: r,
				items: s,
				query: a,
				sort: o,
				current: i,
				onSort: (e) => H(n, { sort: e }),
				onClear: () => H(n, { q: "" })
			})
		}), /* @__PURE__ */ U(rl, {
			head: e,
			names: t,
			index: r,
			item: i,
			items: s,
			address: n,
			query: {
				q: a,
				sort: o
			}
		}, i)]
	}) : /* @__PURE__ */ U(Gt, {});
}
function rl(e) {
	let { head: t, names: n, index: r, item: i } = e, a = r.positions?.[i] ?? i, o = Bn(a), s = o.state === "shown" ? o.detail : void 0, c = "images" in o ? o.images : 0, l = r.ids[i] ?? "", u = Un(a, c);
	return /* @__PURE__ */ U("article", {
		class: "document",
		children: [
			/* @__PURE__ */ U(sl, { ...e }),
			/* @__PURE__ */ U(al, { ...e }),
			t.sections.includes("packets") && /* @__PURE__ */ U(Cs, {
				itemId: l,
				names: n,
				pages: u
			}),
			o.state === "not-shown" ? /* @__PURE__ */ U(ol, {
				head: t,
				id: l
			}) : /* @__PURE__ */ U(il, {
				...e,
				position: a,
				detail: s,
				images: c,
				pages: u,
				children: [o.state === "decoding" && /* @__PURE__ */ U(Gt, {}), o.state === "omitted" && /* @__PURE__ */ U("p", {
					class: "quiet",
					children: "The values of this document did not fit into this file. csv/leaves.csv has them if the report was written with the format csv."
				})]
			})
		]
	});
}
function il(e) {
	let { head: t, names: n, index: r, item: i, position: a, detail: o, images: s, pages: c } = e, l = r.ids[i] ?? "", { values: u, tables: d } = R(() => No(o?.versions ?? []), [o]), f = R(() => Wo(u), [u]), p = R(() => o ? Jo(u, o) : [], [u, o]), m = Vn(a), h = o?.text ?? m, g = R(() => h === void 0 ? void 0 : Xc(h, u), [h, u]), [_, v] = F(null), [y, b] = F(null), [x, S] = F(1), C = L(null), w = _ ?? y, T = u.find(({ key: e }) => e === w), E = (e) => {
		let t = [...C.current?.querySelectorAll("[data-line]") ?? []].find(({ dataset: t }) => t.line === e);
		t?.closest("details")?.setAttribute("open", ""), t?.focus();
	}, ee = Uo.filter(Dc).flatMap((e) => f.get(e) ?? []), D = (e) => {
		let t = ee.findIndex(({ key: e }) => e === y), n = ee[t < 0 ? 0 : Math.max(0, Math.min(ee.length - 1, t + e))];
		n && E(n.key);
	};
	dc({
		n: () => D(1),
		p: () => D(-1),
		Escape: () => b(null)
	});
	let O = new Set(g ? g.map(({ mark: e }) => e?.kind) : p.map(({ kind: e }) => e)), k = {
		now: n.at(-1) ?? "",
		...n.length > 1 && { before: n.slice(0, -1).join(", ") },
		...O.has("expected") && { expected: "expected" }
	}, te = {
		pages: c,
		boxes: p,
		active: w,
		onHover: v
	};
	return /* @__PURE__ */ U("div", {
		class: "document-columns",
		children: [/* @__PURE__ */ U(zc, {
			...te,
			text: g,
			absence: s > 0 ? /* @__PURE__ */ U(Gt, {}) : Fc(s, t.omitted),
			kinds: k,
			activePage: T ? Qo(T, p) : null,
			onSelect: E,
			onPage: S
		}), /* @__PURE__ */ U("div", {
			class: "values",
			ref: C,
			children: [
				e.children,
				o && /* @__PURE__ */ U(Tc, {
					...te,
					names: n,
					detail: o,
					groups: f,
					tables: d,
					page: c.length > 1 ? x : null,
					onSelect: b
				}),
				/* @__PURE__ */ U(qc, {
					head: t,
					id: l
				}),
				o?.expected !== void 0 && /* @__PURE__ */ U(ll, {
					names: n,
					detail: o
				})
			]
		})]
	});
}
function al({ names: e, index: t, item: n }) {
	return /* @__PURE__ */ U("p", {
		class: "document-facts",
		children: [t.versions.map((t, r) => {
			let i = t.latency[n] ?? -1;
			return /* @__PURE__ */ U("span", { children: [
				/* @__PURE__ */ U("b", { children: e[r] }),
				" ",
				/* @__PURE__ */ U(Ot, {
					version: t,
					item: n
				}),
				i >= 0 && /* @__PURE__ */ U("span", {
					class: "quiet",
					children: [" ", ze(i)]
				})
			] }, r);
		}), t.tags.map((e) => {
			let t = e.values[(e.of[n] ?? 0) - 1];
			return t === void 0 ? null : /* @__PURE__ */ U("span", {
				class: "quiet",
				children: [
					e.name,
					": ",
					t
				]
			}, e.name);
		})]
	});
}
function ol({ head: e, id: t }) {
	let { planned: n, shown: r, rule: i } = e.documents;
	return /* @__PURE__ */ U("section", {
		class: "values",
		children: [
			/* @__PURE__ */ U("p", { children: [
				"This file shows the values of ",
				z(r),
				" of ",
				z(n),
				" documents",
				i !== null && `: ${i}`,
				". This document is not one of them."
			] }),
			/* @__PURE__ */ U("p", {
				class: "quiet",
				children: [
					"A report written with the format csv has one row per document in csv/documents.csv and one row per value in csv/leaves.csv (or leaves.parquet); the item there is ",
					/* @__PURE__ */ U("code", { children: t }),
					"."
				]
			}),
			/* @__PURE__ */ U(qc, {
				head: e,
				id: t
			})
		]
	});
}
function sl({ index: e, item: t, items: n, query: r }) {
	let i = n.indexOf(t), a = (t) => t === void 0 ? null : V("document", e.ids[t], r), o = a(i < 0 ? n[0] : n[i + 1]), s = a(i <= 0 ? void 0 : n[i - 1]);
	dc({
		j: () => o !== null && ct(o),
		k: () => s !== null && ct(s),
		u: () => ct(V("documents", "", r))
	});
	let c = ni(e, t);
	return /* @__PURE__ */ U("header", {
		class: "document-heading",
		children: [
			/* @__PURE__ */ U("nav", {
				"aria-label": "Neighbours",
				class: "crumbs",
				children: [
					/* @__PURE__ */ U("a", {
						href: V("documents", "", r),
						children: "Documents"
					}),
					r.q !== "" && /* @__PURE__ */ U("span", {
						class: "quiet",
						children: ["filter: ", r.q]
					}),
					/* @__PURE__ */ U(cl, {
						address: s,
						name: "Previous document",
						sign: "‹"
					}),
					/* @__PURE__ */ U("span", {
						class: "quiet",
						children: i < 0 ? "does not match the filter" : `${z(i + 1)} of ${z(n.length)}`
					}),
					/* @__PURE__ */ U(cl, {
						address: o,
						name: "Next document",
						sign: "›"
					})
				]
			}),
			/* @__PURE__ */ U("h1", { children: e.ids[t] ?? "" }),
			c && /* @__PURE__ */ U("p", {
				class: "document-change",
				children: c.state === "noResult" ? /* @__PURE__ */ U(wt, { letter: e.change[t] }) : /* @__PURE__ */ U(Tt, { change: c })
			}),
			e.names[t] && /* @__PURE__ */ U("p", {
				class: "quiet name",
				children: e.names[t]
			})
		]
	});
}
function cl({ address: e, name: t, sign: n }) {
	return e === null ? /* @__PURE__ */ U("span", {
		class: "quiet neighbour",
		children: n
	}) : /* @__PURE__ */ U("a", {
		href: e,
		class: "neighbour",
		"aria-label": t,
		children: n
	});
}
function ll({ names: e, detail: t }) {
	let [n, r] = F(!1), i = t.versions.map(({ runId: t, output: n = null }, r) => [`Output of ${e[r]}${t ? ` (run ${t})` : ""}`, n]), a = [["Expected", t.expected], ...i];
	return /* @__PURE__ */ U("details", {
		class: "raw",
		onToggle: (e) => r(e.currentTarget.open),
		children: [
			/* @__PURE__ */ U("summary", { children: "Raw JSON" }),
			n && a.map(([e, t]) => /* @__PURE__ */ U("section", { children: [/* @__PURE__ */ U("h3", { children: e }), /* @__PURE__ */ U("pre", {
				tabIndex: 0,
				children: JSON.stringify(t, null, 2)
			})] }, e)),
			n && /* @__PURE__ */ U("p", {
				class: "quiet",
				children: "Citations are omitted here and drawn on the page."
			})
		]
	});
}
// src/viewer/app.tsx
function ul({ head: e, home: t }) {
	let n = st(), r = nc.filter(({ name: t }) => e.sections.includes(t)), i = n.section === "document", a = rc(r, i ? "documents" : n.section) ?? r[0], o = e.versions.map((e) => e.name), [s, c] = F(!1), l = i ? "Document" : a?.label;
	return I(() => {
		document.title = `${l} · ${e.title}`;
	}, [l]), I(() => {
		scrollTo(0, 0);
	}, [n.section, n.argument]), I(() => {
		addEventListener(Nn, () => c(!0));
	}, []), /* @__PURE__ */ U(b, { children: [
		/* @__PURE__ */ U("button", {
			type: "button",
			class: "skip",
			onClick: () => document.getElementById("main")?.focus(),
			children: "Skip to the content"
		}),
		/* @__PURE__ */ U(fl, {
			head: e,
			sections: r,
			current: a,
			home: t
		}),
		/* @__PURE__ */ U("main", {
			id: "main",
			tabIndex: -1,
			children: [
				s && /* @__PURE__ */ U("p", {
					class: "failure",
					role: "alert",
					children: [/* @__PURE__ */ U("span", {
						class: "worse",
						children: "✗ Part of this file cannot be read."
					}), " It is incomplete or was changed. Write the report again with goldset report."]
				}),
				e.repeats > 1 && (i || a?.firstRepeat) && /* @__PURE__ */ U("p", {
					class: "quiet",
					children: [
						"Documents were run up to ",
						e.repeats,
						" times. Rates, intervals and tests use all repeats. Single documents, outcomes, counts and confidence are those of the first repeat."
					]
				}),
				i && /* @__PURE__ */ U(nl, {
					head: e,
					names: o,
					address: n
				}),
				!i && a && /* @__PURE__ */ U(dl, {
					section: a,
					head: e,
					names: o,
					address: n
				}, a.name)
			]
		})
	] });
}
function dl({ section: e, ...t }) {
	let n = X(e.block);
	return n === void 0 ? /* @__PURE__ */ U(Gt, {}) : /* @__PURE__ */ U(e.View, {
		...t,
		data: n
	});
}
function fl(e) {
	let { head: t, sections: n, current: r, home: i } = e, a = {
		newErrors: t.newErrors,
		documents: t.documents.planned
	};
	return /* @__PURE__ */ U("nav", {
		class: "rail",
		"aria-label": "Sections",
		children: [
			i && /* @__PURE__ */ U("a", {
				class: "rail-home",
				href: i.href,
				children: i.label
			}),
			/* @__PURE__ */ U("p", {
				class: "rail-title",
				children: t.processor.name
			}),
			/* @__PURE__ */ U("div", {
				class: "rail-groups",
				children: Object.entries(Fe).map(([e, t]) => /* @__PURE__ */ U("div", {
					class: "rail-group",
					children: [/* @__PURE__ */ U("p", {
						id: `rail-${e}`,
						class: "rail-heading",
						children: t
					}), /* @__PURE__ */ U("ul", {
						"aria-labelledby": `rail-${e}`,
						children: n.filter((t) => t.group === e).map((e) => /* @__PURE__ */ U("li", { children: /* @__PURE__ */ U("a", {
							href: V(e.name),
							"aria-current": e === r ? "page" : void 0,
							children: [e.label, a[e.name] !== void 0 && /* @__PURE__ */ U("span", {
								class: "rail-count",
								children: z(a[e.name] ?? 0)
							})]
						}) }, e.name))
					})]
				}, e))
			}),
			/* @__PURE__ */ U("div", {
				class: "rail-foot",
				children: [
					/* @__PURE__ */ U(mc, { head: t }),
					/* @__PURE__ */ U(pl, {}),
					/* @__PURE__ */ U("p", { children: [
						t.tool.name,
						" ",
						t.tool.version
					] })
				]
			})
		]
	});
}
function pl() {
	return /* @__PURE__ */ U("label", {
		class: "theme",
		children: [
			"Colours",
			" ",
			/* @__PURE__ */ U("select", {
				value: sr(),
				onChange: ({ currentTarget: e }) => {
					let t = nr.find((t) => t === e.value);
					t && ir(t);
				},
				children: nr.map((e) => /* @__PURE__ */ U("option", {
					value: e,
					children: e
				}, e))
			})
		]
	});
}
new Promise((e) => {
	document.readyState === "loading" ? document.addEventListener("DOMContentLoaded", () => e()) : e();
});
var ml = (e) => document.getElementById(`block-${e}`)?.textContent ?? void 0;
function hl() {
	return JSON.parse(ml("head") ?? "null");
}
// src/workbench/ui/http-source.ts
var gl = "/assets/charts.js";
function _l(e) {
	let t = `/api/records/${e}`;
	return {
		async readBlock(e) {
			let n = await fetch(`${t}/blocks/${encodeURIComponent(e)}`);
			if (n.status !== 404) {
				if (!n.ok) throw Error(`block ${e}: ${n.status}`);
				return n.text();
			}
		},
		async loadDrawing() {
			await import(
				/* @vite-ignore */
				gl
);
		},
		async readImages(e) {
			let n = await fetch(`${t}/pages/${e}`);
			if (!n.ok) throw Error(`pages of document ${e}: ${n.status}`);
			return (await n.json()).map((n) => ({
				...n,
				address: `${t}/pages/${e}/${n.page}`
			}));
		}
	};
}
// src/workbench/ui/server.ts
var vl = class extends Error {
	fix;
	status;
	constructor(e, t, n) {
		super(e), this.fix = t, this.status = n;
	}
};
async function yl(e, t) {
	let n = await fetch(e, t === void 0 ? {} : bl(t)).catch(() => null);
	if (n === null) throw new vl("goldset view has stopped.", "Start it again with the same command.", 0);
	let r = await n.json().catch(() => null);
	if (n.ok) return r;
	let { problem: i, fix: a } = r ?? {};
	throw new vl(i ?? `The server responded with ${n.status}.`, a ?? null, n.status);
}
function bl(e) {
	return {
		method: "POST",
		headers: {
			"content-type": "application/json",
			"x-goldset": "1"
		},
		body: JSON.stringify(e)
	};
}
// src/workbench/ui/problem.tsx
function xl({ error: e, again: t }) {
	let n = e instanceof vl ? e : null;
	return /* @__PURE__ */ U("section", {
		class: "problem",
		role: "alert",
		children: [
			/* @__PURE__ */ U("h2", {
				class: "worse",
				children: ["✗ ", e instanceof Error ? e.message : String(e)]
			}),
			n?.fix && /* @__PURE__ */ U("p", { children: n.fix }),
			t && /* @__PURE__ */ U("button", {
				type: "button",
				onClick: t,
				children: "Try again"
			})
		]
	});
}
// src/workbench/ui/record-screen.tsx
function Sl({ recordKey: e }) {
	let [t, n] = F(null), r = () => {
		n(null), yl(`/api/records/${e}/scored`).then(() => location.reload(), n);
	};
	return I(r, [e]), /* @__PURE__ */ U("main", {
		id: "main",
		class: "records",
		children: [/* @__PURE__ */ U("p", { children: /* @__PURE__ */ U("a", {
			href: "/",
			children: "‹ All records"
		}) }), t === null ? /* @__PURE__ */ U(Gt, {}) : /* @__PURE__ */ U(xl, {
			error: t,
			again: r
		})]
	});
}
// src/workbench/ui/records-screen.tsx
function Cl() {
	let [e, t] = F(null), [n, r] = F(null), [i, a] = F(""), o = () => {
		r(null), yl("/api/records").then(t, r);
	};
	I(o, []), I(() => {
		document.title = "Records · goldset";
	}, []);
	let s = R(() => (e?.records ?? []).filter((e) => wl(e, i)), [e, i]);
	return /* @__PURE__ */ U("main", {
		id: "main",
		class: "records",
		children: [
			/* @__PURE__ */ U(J, {
				title: "Records",
				children: e?.folder
			}),
			n !== null && /* @__PURE__ */ U(xl, {
				error: n,
				again: o
			}),
			e === null && n === null && /* @__PURE__ */ U("p", {
				class: "quiet",
				children: "Reading…"
			}),
			e?.records.length === 0 && /* @__PURE__ */ U("p", { children: [
				"This folder has no records. ",
				/* @__PURE__ */ U("code", { children: "goldset demo" }),
				" or ",
				/* @__PURE__ */ U("code", { children: "goldset run" }),
				" creates one."
			] }),
			e && e.records.length > 0 && /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U("p", { children: [
				/* @__PURE__ */ U("label", { children: [
					"Filter",
					" ",
					/* @__PURE__ */ U("input", {
						type: "search",
						value: i,
						onInput: ({ currentTarget: e }) => a(e.value)
					})
				] }),
				" ",
				/* @__PURE__ */ U("span", {
					class: "quiet",
					role: "status",
					children: [
						z(s.length),
						" of ",
						z(e.records.length),
						" records"
					]
				})
			] }), /* @__PURE__ */ U(K, {
				label: "Records",
				rows: s,
				columns: Tl(e.records)
			})] })
		]
	});
}
function wl(e, t) {
	let n = e.state === "damaged" ? `${e.path} damaged` : [
		e.path,
		e.dataset,
		e.processor,
		e.state,
		e.headline?.headline
	].join(" ");
	return t.toLowerCase().split(/\s+/).every((e) => n.toLowerCase().includes(e));
}
function Tl(e) {
	let t = Ol(e);
	return [
		{
			heading: "Record",
			cell: (e) => /* @__PURE__ */ U(El, { entry: e })
		},
		{
			heading: "Verdict",
			cell: (e) => /* @__PURE__ */ U(Dl, { entry: e })
		},
		{
			heading: "Fully right",
			cell: (e) => e.state === "damaged" ? "" : e.headline?.measure ?? "",
			look: "number"
		},
		{
			heading: "New errors",
			cell: (e) => e.state === "damaged" ? "" : e.headline?.newErrors ?? "",
			look: "number",
			from: "medium"
		},
		{
			heading: "Trend",
			cell: (e) => /* @__PURE__ */ U(Al, { shares: t.get(e.key) ?? [] }),
			from: "medium"
		},
		{
			heading: "Run",
			cell: (e) => e.state === "damaged" ? "" : jl(e.createdAt),
			look: "quiet",
			from: "wide"
		}
	];
}
function El({ entry: e }) {
	if (e.state === "damaged") return /* @__PURE__ */ U("b", { children: e.path });
	let { path: t, dataset: n, processor: r, versions: i, items: a } = e;
	return /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U("a", {
		href: `/records/${e.key}`,
		children: t === "." ? n : t
	}), /* @__PURE__ */ U("span", {
		class: "record-facts quiet",
		children: [
			r,
			" · ",
			i.join(", "),
			" · ",
			z(a),
			" documents"
		]
	})] });
}
function Dl({ entry: e }) {
	if (e.state === "damaged") return /* @__PURE__ */ U(b, { children: [/* @__PURE__ */ U("span", {
		class: "worse",
		children: ["✗ Cannot be read: ", e.problem]
	}), /* @__PURE__ */ U("span", {
		class: "record-facts quiet",
		children: e.fix
	})] });
	if (e.state === "running") return /* @__PURE__ */ U("span", { children: "◔ running" });
	if (e.state === "unfinished") return /* @__PURE__ */ U("span", { children: "◔ not finished" });
	if (e.headline === null) return /* @__PURE__ */ U("span", {
		class: "quiet",
		children: "open to score it"
	});
	let { sign: t, tone: n, headline: r } = e.headline;
	return /* @__PURE__ */ U("span", {
		class: `tone-${n}`,
		children: /* @__PURE__ */ U("span", {
			class: "headline",
			children: [
				/* @__PURE__ */ U("span", {
					"aria-hidden": "true",
					children: t
				}),
				" ",
				r
			]
		})
	});
}
function Ol(e) {
	let t = /* @__PURE__ */ new Map(), n = /* @__PURE__ */ new Map(), r = (e) => e.state !== "damaged" && e.headline?.share != null;
	for (let i of e.filter(r).toReversed()) {
		let e = JSON.stringify([i.dataset, i.processor]), r = t.get(e) ?? [];
		t.set(e, r), r.push(i.headline?.share ?? 0), n.set(i.key, r.slice(-12));
	}
	return n;
}
var kl = "▁▂▃▄▅▆▇█";
function Al({ shares: e }) {
	if (e.length < 2) return null;
	let t = e.map((e) => kl[Math.min(7, Math.floor(e * 8))]).join("");
	return /* @__PURE__ */ U("span", {
		class: "trend",
		role: "img",
		"aria-label": `Fully right, of 100: ${e.map((e) => Math.round(e * 100)).join(", ")}`,
		children: t
	});
}
function jl(e) {
	return new Date(e).toLocaleString("en-GB", {
		day: "numeric",
		month: "short",
		year: "numeric",
		hour: "2-digit",
		minute: "2-digit"
	});
}
// src/workbench/ui/session.ts
async function Ml() {
	let e = new URLSearchParams(location.hash.slice(1)), t = e.get("token");
	if (t === null) return !1;
	let n = e.get("to") ?? "/";
	return history.replaceState(null, "", "/"), await yl("/api/session", { token: t }), n === "/" || !/^\/[^/\\]/.test(n) ? !1 : (location.replace(n), !0);
}
// src/workbench/ui/main.tsx
var Nl = document.getElementById("app");
function Pl() {
	let e = /^\/records\/([0-9a-f]+)$/.exec(location.pathname)?.[1];
	if (e === void 0) return Fl(/* @__PURE__ */ U(Cl, {}));
	if (!document.getElementById("block-head")) return Fl(/* @__PURE__ */ U(Sl, { recordKey: e }));
	let t = hl();
	Fn(_l(e), t), Xs(Nl), Fl(/* @__PURE__ */ U(ul, {
		head: t,
		home: {
			label: "‹ All records",
			href: "/"
		}
	}));
}
function Fl(e) {
	Nl.replaceChildren(), ue(e, Nl), document.documentElement.dataset.ready = "yes";
}
or(), Ml().then((e) => e || Pl(), (e) => Fl(/* @__PURE__ */ U("main", {
	class: "records",
	children: /* @__PURE__ */ U(xl, { error: e })
})));
