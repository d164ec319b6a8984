(module
  (memory (export "memory") 2)
  ;; Levenshtein distances of one text and four others, by the bit-parallel method of Myers (1999) in blocks of 64 rows.
  ;; The rows of a table are the characters of the other text, its columns those of the text. Two tables share a vector, a lane
  ;; each, and two vectors take turns, because each operation waits for the one before it.
  ;;
  ;; $text to $textEnd: each character of the text as the address of its match vectors (32 bits), at least one.
  ;; Match vectors: 32 bytes a block, a word of 64 bits for each table: bit k is set where its row 64 * block + k has the character.
  ;; $state to $stateEnd: 64 bytes a block for the differences between rows, increasing (32 bytes) and decreasing; left as
  ;; they are in the last column. Differences between columns are passed on from block to block: $falls, and $stays for "does not increase".
  (func (export "fill") (param $text i32) (param $textEnd i32) (param $state i32) (param $stateEnd i32)
    (local $match i32) (local $block i32)
    (local $eq0 v128) (local $up0 v128) (local $down0 v128) (local $xv0 v128) (local $stay0 v128) (local $fall0 v128)
    (local $eq1 v128) (local $up1 v128) (local $down1 v128) (local $xv1 v128) (local $stay1 v128) (local $fall1 v128)
    (local $stays0 v128) (local $falls0 v128) (local $stays1 v128) (local $falls1 v128)
    (local.set $block (local.get $state))
    (loop $clear
      (v128.store (local.get $block) (v128.const i64x2 -1 -1))
      (v128.store offset=16 (local.get $block) (v128.const i64x2 -1 -1))
      (v128.store offset=32 (local.get $block) (v128.const i64x2 0 0))
      (v128.store offset=48 (local.get $block) (v128.const i64x2 0 0))
      (br_if $clear (i32.lt_u (local.tee $block (i32.add (local.get $block) (i32.const 64))) (local.get $stateEnd))))
    (loop $columns
      (local.set $match (i32.load (local.get $text)))
      (local.set $stays0 (v128.const i64x2 0 0))
      (local.set $falls0 (v128.const i64x2 0 0))
      (local.set $stays1 (v128.const i64x2 0 0))
      (local.set $falls1 (v128.const i64x2 0 0))
      (local.set $block (local.get $state))
      (loop $blocks
        (local.set $eq0 (v128.load (local.get $match)))
        (local.set $eq1 (v128.load offset=16 (local.get $match)))
        (local.set $up0 (v128.load (local.get $block)))
        (local.set $up1 (v128.load offset=16 (local.get $block)))
        (local.set $down0 (v128.load offset=32 (local.get $block)))
        (local.set $down1 (v128.load offset=48 (local.get $block)))
        (local.set $xv0 (v128.or (local.get $eq0) (local.get $down0)))
        (local.set $xv1 (v128.or (local.get $eq1) (local.get $down1)))
        (local.set $eq0 (v128.or (local.get $eq0) (local.get $falls0)))
        (local.set $eq1 (v128.or (local.get $eq1) (local.get $falls1)))
        (local.set $eq0
          (v128.or (local.get $eq0)
            (v128.xor (local.get $up0)
              (i64x2.add (local.get $up0) (v128.and (local.get $eq0) (local.get $up0))))))
        (local.set $eq1
          (v128.or (local.get $eq1)
            (v128.xor (local.get $up1)
              (i64x2.add (local.get $up1) (v128.and (local.get $eq1) (local.get $up1))))))
        (local.set $stay0 (v128.andnot (v128.or (local.get $eq0) (local.get $up0)) (local.get $down0)))
        (local.set $stay1 (v128.andnot (v128.or (local.get $eq1) (local.get $up1)) (local.get $down1)))
        (local.set $fall0 (v128.and (local.get $eq0) (local.get $up0)))
        (local.set $fall1 (v128.and (local.get $eq1) (local.get $up1)))
        (local.set $eq0 (v128.or (i64x2.shl (local.get $stay0) (i32.const 1)) (local.get $stays0)))
        (local.set $eq1 (v128.or (i64x2.shl (local.get $stay1) (i32.const 1)) (local.get $stays1)))
        (local.set $stays0 (i64x2.shr_u (local.get $stay0) (i32.const 63)))
        (local.set $stays1 (i64x2.shr_u (local.get $stay1) (i32.const 63)))
        (local.set $up0 (v128.or (i64x2.shl (local.get $fall0) (i32.const 1)) (local.get $falls0)))
        (local.set $up1 (v128.or (i64x2.shl (local.get $fall1) (i32.const 1)) (local.get $falls1)))
        (local.set $falls0 (i64x2.shr_u (local.get $fall0) (i32.const 63)))
        (local.set $falls1 (i64x2.shr_u (local.get $fall1) (i32.const 63)))
        (v128.store (local.get $block) (v128.or (local.get $up0) (v128.andnot (local.get $eq0) (local.get $xv0))))
        (v128.store offset=16 (local.get $block)
          (v128.or (local.get $up1) (v128.andnot (local.get $eq1) (local.get $xv1))))
        (v128.store offset=32 (local.get $block) (v128.andnot (local.get $xv0) (local.get $eq0)))
        (v128.store offset=48 (local.get $block) (v128.andnot (local.get $xv1) (local.get $eq1)))
        (local.set $match (i32.add (local.get $match) (i32.const 32)))
        (br_if $blocks
          (i32.lt_u (local.tee $block (i32.add (local.get $block) (i32.const 64))) (local.get $stateEnd))))
      (br_if $columns (i32.lt_u (local.tee $text (i32.add (local.get $text) (i32.const 4))) (local.get $textEnd)))))
  ;; How much the first $rows rows of a table add up to in its last column. $block: its words in the first block of the state.
  (func (export "rise") (param $block i32) (param $rows i32) (result i32)
    (local $mask i64) (local $sum i64)
    (loop $blocks
      (local.set $mask
        (select (i64.const -1)
          (i64.sub (i64.shl (i64.const 1) (i64.extend_i32_u (local.get $rows))) (i64.const 1))
          (i32.ge_s (local.get $rows) (i32.const 64))))
      (local.set $sum
        (i64.add (local.get $sum)
          (i64.sub
            (i64.popcnt (i64.and (local.get $mask) (i64.load (local.get $block))))
            (i64.popcnt (i64.and (local.get $mask) (i64.load offset=32 (local.get $block)))))))
      (local.set $block (i32.add (local.get $block) (i32.const 64)))
      (br_if $blocks (i32.gt_s (local.tee $rows (i32.sub (local.get $rows) (i32.const 64))) (i32.const 0))))
    (i32.wrap_i64 (local.get $sum))))
