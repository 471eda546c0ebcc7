package tessera.lint.finding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A fix for a finding: a description and its edits.
 *
 * @param description what it would do, in the imperative, e.g. “Set the limit to 2”
 */
public record LintFix(String description, List<TextEdit> edits) {

    public LintFix {
        description = TerminalSafeQuoter.quote(description);
        edits = List.copyOf(edits);
    }

    /**
     * A text after some fixes.
     *
     * @param applied   those that were applied; others touch the same places and have to wait for another round
     * @param writtenPieces what they wrote, as it stands in the text
     */
    public record FixApplicationResult(String text, List<LintFix> applied, List<FixWrittenTextRange> writtenPieces) {

        public FixApplicationResult {
            applied = List.copyOf(applied);
            writtenPieces = List.copyOf(writtenPieces);
        }

        /** Returns the fix that wrote the text at an offset; empty if it was there before. */
        public Optional<LintFix> findWriter(int offset) {
            int low = 0;
            int high = writtenPieces.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (writtenPieces.get(middle).to() <= offset) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return writtenPieces.stream().skip(low).findFirst().filter(textRange -> textRange.from() <= offset)
                    .map(FixWrittenTextRange::fix);
        }
    }

    /**
     * A piece of text that a fix wrote.
     *
     * @param to where it ends
     */
    public record FixWrittenTextRange(LintFix fix, int from, int to) {}

    /** Returns whether all its edits only remove text. */
    public boolean isRemoval() {
        return edits.stream().allMatch(edit -> edit.text().isEmpty());
    }

    /** Applies as many fixes as do not touch the same places. */
    public static FixApplicationResult apply(String text, List<LintFix> fixes) {
        var taken = new LinkedHashSet<LintFix>();
        var overlapChecker = new TextEditOverlapChecker();
        for (var fix : fixes) {
            if (!taken.contains(fix) && fix.edits.stream().noneMatch(overlapChecker::overlaps)) {
                taken.add(fix);
                fix.edits.forEach(edit -> overlapChecker.addEdit(edit, fix));
            }
        }
        var mended = new StringBuilder();
        var written = new ArrayList<FixWrittenTextRange>();
        int at = 0;
        for (var fixEdit : overlapChecker.sortedEdits()) {
            var edit = fixEdit.edit();
            mended.append(text, at, edit.from());
            written.add(
                    new FixWrittenTextRange(fixEdit.fix(), mended.length(), mended.length() + edit.text().length()));
            mended.append(edit.text());
            at = edit.to();
        }
        return new FixApplicationResult(mended.append(text.substring(at)).toString(), List.copyOf(taken), written);
    }

    /** The text ranges of edits, to test quickly whether another edit overlaps them. */
    private static final class TextEditOverlapChecker {

        // What is inserted at one place belongs to the innermost block first.
        private static final Comparator<FixEdit> ORDER = Comparator
                .comparingInt((FixEdit fixEdit) -> fixEdit.edit().from())
                .thenComparing(fixEdit -> fixEdit.edit().indentOf(), Comparator.reverseOrder());

        private final List<FixEdit> all = new ArrayList<>();
        private final TreeSet<Integer> insertions = new TreeSet<>();
        /** Where pieces that are replaced begin, and where they end. */
        private final TreeMap<Integer, Integer> replaced = new TreeMap<>();

        /** An edit, and the fix that it is part of. */
        record FixEdit(TextEdit edit, LintFix fix) {}

        /** Returns whether an edit would touch characters that another touches. Insertions at one place do not. */
        boolean overlaps(TextEdit edit) {
            int end = Math.max(edit.to(), edit.from() + 1);
            var before = replaced.lowerEntry(end);
            if (before != null && before.getValue() > edit.from()) {
                return true;
            }
            var inside = insertions.ceiling(edit.from());
            return edit.from() != edit.to() && inside != null && inside < end;
        }

        void addEdit(TextEdit edit, LintFix fix) {
            all.add(new FixEdit(edit, fix));
            if (edit.from() == edit.to()) {
                insertions.add(edit.from());
            } else {
                replaced.merge(edit.from(), edit.to(), Math::max);
            }
        }

        List<FixEdit> sortedEdits() {
            return all.stream().sorted(ORDER).toList();
        }
    }
}
