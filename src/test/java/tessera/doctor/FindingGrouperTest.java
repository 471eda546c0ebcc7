package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.gpu.Sample;
import tessera.text.ForeignMessage;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** What many nodes have in common is told once. */
class FindingGrouperTest {

    private static List<DiagnosisFinding> folded(List<DiagnosisFinding> findings) {
        return new FindingGrouper(List.of()).groupFindings(findings);
    }

    private static DiagnosisFinding silent(int number) {
        var node = "n-%02d".formatted(number);
        return new DiagnosisFinding("silent", AlertOrFindingSeverity.WARNING, "nodes/" + node, node,
                new ForeignMessage("The exporter of %s has not answered for %d min".formatted(node, number + 3)), "",
                List.of("status 503"), "Look at " + node + ".", List.of("kubectl describe node " + node));
    }

    @Test
    void theSameOfManyNodesIsOneFindingThatNamesThemAll() {
        var findings = IntStream.range(0, 40).mapToObj(FindingGrouperTest::silent).toList();

        assertThat(folded(findings)).singleElement().satisfies(finding -> {
            assertThat(finding.object()).isEqualTo("nodes/n-00");
            assertThat(finding.headline())
                    .isEqualTo("The exporter of n-00 has not answered for 3 min (and 39 more nodes)");
            assertThat(finding.evidence()).hasSize(2).last().asString().startsWith("also on n-01, n-02, ")
                    .contains("n-39").doesNotContain("n-00");
        });
    }

    @Test
    void twoOfWhichNothingIsToBeDoneToEachAreOneThatNamesTheOtherAndHowItIsKnown() {
        var silent = List.of(silent(0), silent(1).withEvidence("its pod is Pending"));

        assertThat(folded(silent)).singleElement().satisfies(finding -> {
            assertThat(finding.headline()).isEqualTo("The exporter of n-00 has not answered for 3 min (and n-01)");
            assertThat(finding.evidence()).containsExactly("status 503", "also on n-01", "n-01: its pod is Pending");
            assertThat(finding.otherObjects()).containsExactly("nodes/n-01");
        });
    }

    @Test
    void aFewThatAreSeenToOneByOneAreToldSoAndWhatDiffersIsNotTakenForTheSame() {
        var few = IntStream.range(0, 3).mapToObj(FindingGrouperTest::silent).map(
                finding -> finding.withRemediation(new FindingRemediation.CordonNodesRemedy(List.of(finding.node()))))
                .toList();
        assertThat(folded(few)).isEqualTo(few);

        var other = new DiagnosisFinding("silent", AlertOrFindingSeverity.CRITICAL, "nodes/x", "x",
                new ForeignMessage("Something else"), "", List.of(), "", List.of());
        var pod = new DiagnosisFinding("ended", AlertOrFindingSeverity.WARNING, "pods/a -n ml", "n-01",
                new ForeignMessage("ml/a ended"), "", List.of(), "", List.of());
        var mixed = new ArrayList<>(IntStream.range(0, 4).mapToObj(FindingGrouperTest::silent).toList());
        mixed.addAll(List.of(other, pod));
        assertThat(folded(mixed)).hasSize(3).contains(other, pod);
    }

    @Test
    void nodesThatAreToBeClosedAreClosedAtOnce() {
        var many = IntStream.range(0, 5).mapToObj(FindingGrouperTest::silent).map(
                finding -> finding.withRemediation(new FindingRemediation.CordonNodesRemedy(List.of(finding.node()))))
                .toList();

        assertThat(folded(many)).singleElement().extracting(DiagnosisFinding::remediation).isEqualTo(
                Optional.of(new FindingRemediation.CordonNodesRemedy(List.of("n-00", "n-01", "n-02", "n-03", "n-04"))));
    }

    private static DiagnosisFinding faulty(String node, int code) {
        return new DiagnosisFinding("xid", AlertOrFindingSeverity.CRITICAL, "nodes/" + node, node,
                new ForeignMessage("XID %d on %s for 1 h %d min".formatted(code, node, code)), "", List.of(), "",
                List.of());
    }

    @Test
    void numbersThatTellWhatSomethingIsAreNotTakenForAges() {
        var findings = IntStream.range(0, 8).mapToObj(each -> faulty("n-" + each, each < 4 ? 79 : 48)).toList();

        assertThat(folded(findings)).extracting(DiagnosisFinding::headline).containsExactly(
                "XID 79 on n-0 for 1 h 79 min (and 3 more nodes)", "XID 48 on n-4 for 1 h 48 min (and 3 more nodes)");
    }

    @Test
    void labelsAreChangedOnAllOfThemAtOnce() {
        var findings = IntStream.range(0, 5).mapToObj(FindingGrouperTest::silent)
                .map(finding -> finding.withRemediation(
                        new FindingRemediation.NodeLabelRemedy(List.of(finding.node()), Map.of("a", "true"), Set.of())))
                .toList();

        assertThat(folded(findings)).singleElement()
                .satisfies(finding -> assertThat(finding.remediation()).contains(new FindingRemediation.NodeLabelRemedy(
                        List.of("n-00", "n-01", "n-02", "n-03", "n-04"), Map.of("a", "true"), Set.of())));
    }

    @Test
    void theirCommandsAreForAllOfThem() {
        var nodes = List.of("n-0", "n-1", "n-10", "n-2");
        var findings = nodes.stream()
                .map(node -> new DiagnosisFinding("silent", AlertOrFindingSeverity.WARNING, "nodes/" + node, node,
                        new ForeignMessage(node + " is silent"), "", List.of(), "",
                        List.of("kubectl describe node " + node, "tessera plan label " + node + " a=b",
                                "tessera gpus --selector kubernetes.io/hostname=" + node,
                                "tessera doctor --node " + node, "tessera stack")))
                .toList();

        assertThat(folded(findings)).singleElement().satisfies(finding -> {
            assertThat(finding.commands()).containsExactly("kubectl describe node n-0 n-1 n-10 n-2",
                    "tessera plan label n-0 n-1 n-10 n-2 a=b",
                    "tessera gpus --selector 'kubernetes.io/hostname in (n-0,n-1,n-10,n-2)'",
                    "tessera doctor --node n-0", "tessera doctor --node n-1", "tessera doctor --node n-10",
                    "tessera doctor --node n-2", "tessera stack");
            assertThat(finding.otherObjects()).containsExactly("nodes/n-1", "nodes/n-10", "nodes/n-2");
        });
    }

    private static Sample crashing(Sample sample, String pod, String set, int code) {
        var uid = "30ee16b6-753a-4109-a37a-%012x".formatted(pod.hashCode());
        return sample.crashing("ml/" + pod, "n-1", "nvidia.com/gpu", 1).troubled("CrashLoopBackOff",
                "back-off %s restarting failed container=main pod=%s_ml(%s); last ended with Error, exit code %d"
                        .formatted(pod.endsWith("1") ? "5m0s" : "40s", pod, uid, code))
                .ofReplicaSet(set);
    }

    @Test
    void podsOfOneOwnerThatFareAlikeAreOneFinding() {
        var sample = new Sample().with(node("n-1").nvidia("NVIDIA-L40S", 8).has("nvidia.com/gpu", 8));
        for (var pod : List.of("api-1", "api-2", "api-3")) {
            crashing(sample, pod, "api", 1);
        }
        crashing(sample, "api-4", "api", 137);
        crashing(sample, "other-1", "other", 1);

        var found = Examined.findings(sample);

        assertThat(found).extracting(DiagnosisFinding::object).containsExactlyInAnyOrder("pods/api-1 -n ml",
                "pods/api-4 -n ml", "pods/other-1 -n ml");
        assertThat(found).filteredOn(finding -> finding.object().equals("pods/api-1 -n ml")).singleElement()
                .satisfies(finding -> {
                    assertThat(finding.headline()).endsWith(" (and 2 more pods of api)");
                    assertThat(finding.severity()).isEqualTo(AlertOrFindingSeverity.WARNING);
                    assertThat(finding.evidence()).last().isEqualTo("also for 2 more of api: api-2 and api-3");
                    assertThat(finding.otherObjects()).containsExactly("pods/api-2 -n ml", "pods/api-3 -n ml");
                    assertThat(finding.commands()).allSatisfy(command -> assertThat(command).doesNotContain("{"))
                            .contains("tessera logs ml/api-3 --previous -c main");
                });
    }

    @Test
    void whatManyOwnersOfANamespaceHaveInCommonIsOneFindingWithEachOnesLastWords() {
        var sample = new Sample().with(node("n-1").nvidia("NVIDIA-L40S", 8).has("nvidia.com/gpu", 8));
        for (var owner : List.of("api", "chat", "embed", "rank")) {
            crashing(sample, owner + "-1", owner, owner.equals("rank") ? 3 : 1);
        }
        crashing(sample, "chat-2", "chat", 1);

        assertThat(Examined.findings(sample)).singleElement().satisfies(finding -> {
            assertThat(finding.headline()).contains("ml/api-1").endsWith(" (and 4 more pods of ml)");
            assertThat(finding.evidence()).contains("also for 4 more of ml: chat-1, chat-2, embed-1 and rank-1").last()
                    .asString().startsWith("rank-1: ").contains("exit code 3");
            assertThat(finding.otherObjects()).hasSize(4);
            assertThat(finding.commands()).contains("tessera logs ml/rank-1 --previous -c main");
        });
    }

    @Test
    void podsOfOneOwnerThatFareAlikeOnOtherNodesAreOneFindingAndGoTogether() {
        var sample = new Sample();
        for (var number : List.of("1", "2", "3")) {
            sample.with(node("n-" + number).nvidia("NVIDIA-L40S", 1).has("nvidia.com/gpu", 1))
                    .pod("ml/old-" + number, "n-" + number, "nvidia.com/gpu", 1)
                    .troubled("UnexpectedAdmissionError", "Allocate failed on n-" + number + ".").ofReplicaSet("old");
        }

        assertThat(Examined.findings(sample)).singleElement().satisfies(finding -> {
            assertThat(finding.headline()).contains("ml/old-1").endsWith(" (and 2 more pods of old)");
            assertThat(finding.evidence()).last().isEqualTo("also for 2 more of old: old-2 on n-2 and old-3 on n-3");
            assertThat(finding.remediation())
                    .hasValue(new FindingRemediation.PodDeletionRemedy(List.of("ml/old-1", "ml/old-2", "ml/old-3")));
            assertThat(finding.commands()).contains("tessera plan delete ml/old-1 ml/old-2 ml/old-3");
        });
    }

    @Test
    void whoAsksForOnePodIsToldOfItAlone() {
        var sample = new Sample().with(node("n-1").nvidia("NVIDIA-L40S", 8).has("nvidia.com/gpu", 8));
        crashing(sample, "api-1", "api", 1);
        crashing(sample, "api-2", "api", 1);

        assertThat(Examined.findings(Examined.known(sample.fleet()), DiagnosisScope.ofPod("ml/api-2"))).singleElement()
                .satisfies(finding -> {
                    assertThat(finding.object()).isEqualTo("pods/api-2 -n ml");
                    assertThat(finding.otherObjects()).isEmpty();
                });
    }
}
