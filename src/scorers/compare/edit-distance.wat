(module
  (memory (export "memory") 2)
  ;; Levenshtein distance of a pattern and a text, by the bit-parallel method of Myers (1999) in blocks of 64 rows.
  ;; $text: address of the text, each character as the address of its match vector (32 bits); $length characters.
  ;; A match vector has one word of 64 bits a block: bit k is set where the pattern has the character at 64 * block + k.
  ;; $vectors: address of the vertical differences, 16 bytes a block (increasing, decreasing). $last: bit of the last row.
  (func (export "distance")
    (param $text i32) (param $length i32) (param $vectors i32) (param $blocks i32) (param $rows i32) (param $last i64)
    (result i32)
    (local $score i32) (local $end i32) (local $vector i32) (local $vectorEnd i32) (local $match i32)
    (local $eq i64) (local $up i64) (local $down i64) (local $xv i64) (local $xh i64) (local $ph i64) (local $mh i64)
    (local $phIn i64) (local $mhIn i64)
    (local.set $score (local.get $rows))
    (local.set $vectorEnd (i32.add (local.get $vectors) (i32.shl (local.get $blocks) (i32.const 4))))
    (local.set $vector (local.get $vectors))
    (loop $clear
      (i64.store (local.get $vector) (i64.const -1))
      (i64.store offset=8 (local.get $vector) (i64.const 0))
      (br_if $clear (i32.lt_u (local.tee $vector (i32.add (local.get $vector) (i32.const 16))) (local.get $vectorEnd))))
    (local.set $end (i32.add (local.get $text) (i32.shl (local.get $length) (i32.const 2))))
    (loop $columns
      (local.set $match (i32.load (local.get $text)))
      (local.set $phIn (i64.const 1))
      (local.set $mhIn (i64.const 0))
      (local.set $vector (local.get $vectors))
      (loop $rowsOfBlocks
        (local.set $eq (i64.load (local.get $match)))
        (local.set $up (i64.load (local.get $vector)))
        (local.set $down (i64.load offset=8 (local.get $vector)))
        (local.set $xv (i64.or (local.get $eq) (local.get $down)))
        (local.set $eq (i64.or (local.get $eq) (local.get $mhIn)))
        (local.set $xh
          (i64.or
            (i64.xor
              (i64.add (i64.and (local.get $eq) (local.get $up)) (local.get $up))
              (local.get $up))
            (local.get $eq)))
        (local.set $ph
          (i64.or (local.get $down) (i64.xor (i64.or (local.get $xh) (local.get $up)) (i64.const -1))))
        (local.set $mh (i64.and (local.get $up) (local.get $xh)))
        (local.set $match (i32.add (local.get $match) (i32.const 8)))
        (local.set $vector (i32.add (local.get $vector) (i32.const 16)))
        (if (i32.eq (local.get $vector) (local.get $vectorEnd))
          (then
            (local.set $score
              (i32.sub
                (i32.add (local.get $score)
                  (i32.wrap_i64 (i64.and (i64.shr_u (local.get $ph) (local.get $last)) (i64.const 1))))
                (i32.wrap_i64 (i64.and (i64.shr_u (local.get $mh) (local.get $last)) (i64.const 1)))))))
        (local.set $xh (i64.or (i64.shl (local.get $ph) (i64.const 1)) (local.get $phIn)))
        (local.set $phIn (i64.shr_u (local.get $ph) (i64.const 63)))
        (local.set $eq (i64.or (i64.shl (local.get $mh) (i64.const 1)) (local.get $mhIn)))
        (local.set $mhIn (i64.shr_u (local.get $mh) (i64.const 63)))
        (i64.store offset=0 (i32.sub (local.get $vector) (i32.const 16))
          (i64.or (local.get $eq) (i64.xor (i64.or (local.get $xv) (local.get $xh)) (i64.const -1))))
        (i64.store offset=8 (i32.sub (local.get $vector) (i32.const 16)) (i64.and (local.get $xh) (local.get $xv)))
        (br_if $rowsOfBlocks (i32.lt_u (local.get $vector) (local.get $vectorEnd))))
      (br_if $columns (i32.lt_u (local.tee $text (i32.add (local.get $text) (i32.const 4))) (local.get $end))))
    (local.get $score)))
