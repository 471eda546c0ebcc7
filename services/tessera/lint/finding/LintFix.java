package tessera.lint.finding;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * What mends a finding.
 *
 * @param words what it would do, in the imperative, e.g. “Set the limit to 2”
 */
public record LintFix(String words, List<TextEdit> edits) {

    public LintFix {
        words = PlainQuote.of(words);
        edits = List.copyOf(edits);
    }

    /**
     * A text after some fixes.
     *
     * @param taken   those that were applied; others touch the same places and have to wait for another round
     * @param written what they wrote, as it stands in the text
     */
    public record AppliedFixes(String text, List<LintFix> taken, List<WrittenPiece> written) {

        public AppliedFixes {
            taken = List.copyOf(taken);
            written = List.copyOf(written);
        }

        /** Which fix wrote what stands at a place; empty where that was there before. */
        public Optional<LintFix> writer(int offset) {
            int low = 0;
            int high = written.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (written.get(middle).to() <= offset) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return written.stream().skip(low).findFirst().filter(each -> each.from() <= offset).map(WrittenPiece::fix);
        }
    }

    /**
     * A piece that a fix wrote.
     *
     * @param to where it ends
     */
    public record WrittenPiece(LintFix fix, int from, int to) {}

    /** Whether all that it does is to take away. */
    public boolean removes() {
        return edits.stream().allMatch(edit -> edit.text().isEmpty());
    }

    /** Applies as many of some fixes as do not touch the same places. */
    public static AppliedFixes apply(String text, List<LintFix> fixes) {
        var taken = new LinkedHashSet<LintFix>();
        var ground = new EditFootprint();
        for (var fix : fixes) {
            if (!taken.contains(fix) && fix.edits.stream().noneMatch(ground::clashes)) {
                taken.add(fix);
                fix.edits.forEach(edit -> ground.take(edit, fix));
            }
        }
        var mended = new StringBuilder();
        var written = new ArrayList<WrittenPiece>();
        int at = 0;
        for (var work : ground.inOrder()) {
            var edit = work.edit();
            mended.append(text, at, edit.from());
            written.add(new WrittenPiece(work.fix(), mended.length(), mended.length() + edit.text().length()));
            mended.append(edit.text());
            at = edit.to();
        }
        return new AppliedFixes(mended.append(text.substring(at)).toString(), List.copyOf(taken), written);
    }
}
