package tessera.kube.patch;

import com.github.difflib.UnifiedDiffUtils;
import com.github.difflib.algorithm.Change;
import com.github.difflib.patch.DeltaType;
import com.github.difflib.patch.Patch;
import java.util.List;
import java.util.stream.Collectors;

/** The difference of two texts as unified diff hunks with three lines of context. */
public final class UnifiedLineDiff {

    private static final int CONTEXT = 3;
    /** Lines in front of the hunks that name both texts. */
    private static final int NAMES = 2;

    private UnifiedLineDiff() {}

    /** Returns the hunks; none where the texts are equal, and one where they differ in too much to compare them line by line. */
    public static String unifiedDiff(List<String> before, List<String> after) {
        var patch = LineChange.patch(before, after).orElseGet(() -> oneBlock(before, after));
        return UnifiedDiffUtils.generateUnifiedDiff("", "", before, patch, CONTEXT).stream().skip(NAMES)
                .map(line -> line + "\n").collect(Collectors.joining());
    }

    /** Returns all between the lines with which both begin and those with which both end as one change. */
    private static Patch<String> oneBlock(List<String> before, List<String> after) {
        int most = Math.min(before.size(), after.size());
        int start = 0;
        while (start < most && before.get(start).equals(after.get(start))) {
            start++;
        }
        int end = 0;
        while (end < most - start && before.get(before.size() - 1 - end).equals(after.get(after.size() - 1 - end))) {
            end++;
        }
        return Patch.generate(before, after,
                List.of(new Change(DeltaType.CHANGE, start, before.size() - end, start, after.size() - end)));
    }
}
