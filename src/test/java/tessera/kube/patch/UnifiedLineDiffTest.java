package tessera.kube.patch;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

class UnifiedLineDiffTest {

    private static final Pattern HUNK = Pattern.compile("@@ -(\\d+),(\\d+) \\+(\\d+),(\\d+) @@");

    private static List<String> some(RandomGenerator random) {
        return IntStream.range(0, random.nextInt(14)).mapToObj(_ -> "l" + random.nextInt(4)).toList();
    }

    private static List<String> numbered(int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj(number -> "line " + number).toList();
    }

    /** Applies hunks as {@code patch} does, and checks what each says of itself. */
    private static List<String> patched(List<String> before, String hunks) {
        var after = new ArrayList<String>();
        int at = 0;
        var lines = hunks.lines().toList();
        for (int i = 0; i < lines.size();) {
            var head = HUNK.matcher(lines.get(i++));
            assertThat(head.matches()).isTrue();
            int old = Integer.parseInt(head.group(2));
            int current = Integer.parseInt(head.group(4));
            int start = Integer.parseInt(head.group(1)) - (old == 0 ? 0 : 1);
            after.addAll(before.subList(at, start));
            at = start;
            assertThat(after).hasSize(Integer.parseInt(head.group(3)) - (current == 0 ? 0 : 1));
            while (old > 0 || current > 0) {
                var line = lines.get(i++);
                if (line.charAt(0) != '+') {
                    assertThat(before.get(at++)).isEqualTo(line.substring(1));
                    old--;
                }
                if (line.charAt(0) != '-') {
                    after.add(line.substring(1));
                    current--;
                }
            }
        }
        after.addAll(before.subList(at, before.size()));
        return after;
    }

    private static int longestCommon(List<String> a, List<String> b) {
        if (a.isEmpty() || b.isEmpty()) {
            return 0;
        }
        var restA = a.subList(1, a.size());
        var restB = b.subList(1, b.size());
        return a.getFirst().equals(b.getFirst()) ? 1 + longestCommon(restA, restB)
                : Math.max(longestCommon(restA, b), longestCommon(a, restB));
    }

    @Test
    void hunksMakeTheNewTextOfTheOldWithAsFewChangesAsPossible() {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
        for (int i = 0; i < 400; i++) {
            var before = some(random);
            var after = some(random);
            var hunks = UnifiedLineDiff.unifiedDiff(before, after);
            int common = longestCommon(before, after);

            assertThat(patched(before, hunks)).isEqualTo(after);
            assertThat(hunks.lines().filter(line -> line.startsWith("-"))).hasSize(before.size() - common);
            assertThat(hunks.lines().filter(line -> line.startsWith("+"))).hasSize(after.size() - common);
        }
    }

    @Test
    void aHunkHasThreeLinesOfContextAndChangesThatAreNearShareOne() {
        var before = numbered(1, 30);
        var after = new ArrayList<>(before);
        after.set(9, "changed");
        after.set(16, "changed");
        after.remove(29);

        assertThat(UnifiedLineDiff.unifiedDiff(before, before)).isEmpty();
        assertThat(UnifiedLineDiff.unifiedDiff(before, after).lines().filter(line -> line.startsWith("@@")))
                .containsExactly("@@ -7,14 +7,14 @@", "@@ -27,4 +27,3 @@");
        after.set(16, "line 17");
        after.set(17, "changed");
        assertThat(UnifiedLineDiff.unifiedDiff(before, after).lines().filter(line -> line.startsWith("@@")))
                .containsExactly("@@ -7,7 +7,7 @@", "@@ -15,7 +15,7 @@", "@@ -27,4 +27,3 @@");
        assertThat(UnifiedLineDiff.unifiedDiff(List.of(), List.of("a"))).isEqualTo("@@ -0,0 +1,1 @@\n+a\n");
    }

    @Test
    @Timeout(20)
    void ofALongTextTheFewLinesThatChangedAreShownAndOneThatIsAnotherAltogetherIsOneBlock() {
        var before = numbered(1, 50_000);
        var after = new ArrayList<>(before);
        after.set(0, "first");
        after.add(25_000, "middle");
        after.removeLast();

        assertThat(UnifiedLineDiff.unifiedDiff(before, after).lines().filter(line -> !line.startsWith(" ")))
                .containsExactly("@@ -1,4 +1,4 @@", "-line 1", "+first", "@@ -24998,6 +24998,7 @@", "+middle",
                        "@@ -49997,4 +49998,3 @@", "-line 50000");
        var other = numbered(60_001, 110_000);
        assertThat(UnifiedLineDiff.unifiedDiff(before, other).lines().filter(line -> line.startsWith("@@")))
                .containsExactly("@@ -1,50000 +1,50000 @@");
    }

    @Test
    void textsThatAreTooLargeToCompareAreShownAsOneBlock() {
        var before = new ArrayList<>(numbered(1, 2_001));
        var after = new ArrayList<>(numbered(5_001, 7_001));
        before.set(1_000, "same");
        after.set(1_000, "same");

        assertThat(UnifiedLineDiff.unifiedDiff(before, after).lines().filter(line -> line.startsWith(" "))).isEmpty();
        assertThat(UnifiedLineDiff.unifiedDiff(before.subList(1, 2_001), after.subList(1, 2_001)).lines()
                .filter(line -> line.startsWith(" "))).containsExactly(" same");
    }
}
