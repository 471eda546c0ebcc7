package tessera.lint.finding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What mends a finding.
 *
 * @param words what it does, e.g. “Sets the limit to 2”
 */
public record Fix(String words, List<Edit> edits) {

    public Fix {
        edits = List.copyOf(edits);
    }

    /**
     * A text after some fixes.
     *
     * @param taken those that were applied; others touch the same places and have to wait for another round
     */
    public record Applied(String text, List<Fix> taken) {}

    /** Applies as many of some fixes as do not touch the same places. */
    public static Applied apply(String text, List<Fix> fixes) {
        var taken = new ArrayList<Fix>();
        var edits = new ArrayList<Edit>();
        for (var fix : fixes) {
            if (!taken.contains(fix) && fix.edits.stream().noneMatch(edit -> edits.stream().anyMatch(edit::clashes))) {
                taken.add(fix);
                edits.addAll(fix.edits);
            }
        }
        // What is inserted at one place belongs to the innermost block first.
        edits.sort(Comparator.comparingInt(Edit::from).thenComparing(Edit::depth, Comparator.reverseOrder()));
        var mended = new StringBuilder();
        int at = 0;
        for (var edit : edits) {
            mended.append(text, at, edit.from()).append(edit.text());
            at = edit.to();
        }
        return new Applied(mended.append(text.substring(at)).toString(), List.copyOf(taken));
    }
}
