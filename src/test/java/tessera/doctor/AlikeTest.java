package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tessera.alerts.Severity;

import static org.assertj.core.api.Assertions.assertThat;

/** What many nodes have in common is told once. */
class AlikeTest {

    private static Finding silent(int number) {
        var node = "n-%02d".formatted(number);
        return new Finding("silent", Severity.WARNING, "nodes/" + node, node,
                "The exporter of %s has not answered for %d min".formatted(node, number + 3), "",
                List.of("status 503"), "Look at " + node + ".", List.of("kubectl describe node " + node));
    }

    @Test
    void theSameOfManyNodesIsOneFindingThatNamesThemAll() {
        var findings = IntStream.range(0, 40).mapToObj(AlikeTest::silent).toList();

        assertThat(Alike.folded(findings)).singleElement().satisfies(finding -> {
            assertThat(finding.object()).isEqualTo("nodes/n-00");
            assertThat(finding.headline())
                    .isEqualTo("The exporter of n-00 has not answered for 3 min · and 39 more nodes");
            assertThat(finding.evidence()).hasSize(2).last().asString().startsWith("so it is with n-01, n-02, ")
                    .contains("n-39").doesNotContain("n-00");
        });
    }

    @Test
    void aFewAreToldOneByOneAndWhatDiffersIsNotTakenForTheSame() {
        var few = IntStream.range(0, 3).mapToObj(AlikeTest::silent).toList();
        assertThat(Alike.folded(few)).isEqualTo(few);

        var other = new Finding("silent", Severity.CRITICAL, "nodes/x", "x", "Something else", "", List.of(), "",
                List.of());
        var pod = new Finding("ended", Severity.WARNING, "pods/a -n ml", "n-01", "ml/a ended", "", List.of(), "",
                List.of());
        var mixed = new ArrayList<>(IntStream.range(0, 4).mapToObj(AlikeTest::silent).toList());
        mixed.addAll(List.of(other, pod));
        assertThat(Alike.folded(mixed)).hasSize(3).contains(other, pod);
    }

    private static Finding faulty(String node, int code) {
        return new Finding("xid", Severity.CRITICAL, "nodes/" + node, node,
                "XID %d on %s for 1 h %d min".formatted(code,
                        node, code),
                "", List.of(), "", List.of());
    }

    @Test
    void numbersThatTellWhatSomethingIsAreNotTakenForAges() {
        var findings = IntStream.range(0, 8).mapToObj(each -> faulty("n-" + each, each < 4 ? 79 : 48)).toList();

        assertThat(Alike.folded(findings)).extracting(Finding::headline).containsExactly(
                "XID 79 on n-0 for 1 h 79 min · and 3 more nodes", "XID 48 on n-4 for 1 h 48 min · and 3 more nodes");
    }

    @Test
    void labelsAreChangedOnAllOfThemAtOnce() {
        var findings = IntStream.range(0, 5).mapToObj(AlikeTest::silent).map(finding -> finding.mendedBy(
                new Mending.Relabel(List.of(finding.node()), Map.of("a", "true"), Set.of()))).toList();

        assertThat(Alike.folded(findings)).singleElement().satisfies(finding -> assertThat(finding.mending())
                .contains(new Mending.Relabel(List.of("n-00", "n-01", "n-02", "n-03", "n-04"), Map.of("a", "true"),
                        Set.of())));
    }
}
