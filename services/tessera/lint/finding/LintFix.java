package tessera.lint.finding;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

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
}
