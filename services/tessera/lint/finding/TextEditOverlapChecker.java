package tessera.lint.finding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** The text ranges of edits, to test quickly whether another edit overlaps them. */
final class TextEditOverlapChecker {

    // What is inserted at one place belongs to the innermost block first.
    private static final Comparator<FixEdit> ORDER = Comparator.comparingInt((FixEdit fixEdit) -> fixEdit.edit().from())
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
