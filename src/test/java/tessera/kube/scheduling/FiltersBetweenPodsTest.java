package tessera.kube.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.demo.schedule.Yaml;
import tessera.kube.quantity.ResourceAmounts;

import static org.assertj.core.api.Assertions.assertThat;

/** Topology spread and pod affinity, by what kube-scheduler's own tables of cases say of them. */
class FiltersBetweenPodsTest {

    private static final Map<String, Map<String, String>> NAMESPACES = Map.of("ml", Map.of("team", "ml"), "web",
            Map.of("team", "web"));

    private record TestPod(String namespace, Map<String, String> labels, List<PodAffinityTerm> antiAffinity,
            boolean terminating) implements PodOnNode {

        @Override
        public String uid() {
            return "";
        }

        @Override
        public String name() {
            return "";
        }

        @Override
        public int priority() {
            return 0;
        }

        @Override
        public ResourceAmounts requests() {
            return ResourceAmounts.NONE;
        }

        @Override
        public List<ContainerHostPort> ports() {
            return List.of();
        }

        @Override
        public List<String> sharedVolumeClaims() {
            return List.of();
        }

        @Override
        public boolean preempted() {
            return false;
        }

        @Override
        public String startedAt() {
            return "";
        }
    }

    private record TestNode(String name, Map<String, String> labels, List<Taint> taints,
            List<TestPod> pods) implements SchedulableNode {

        @Override
        public boolean unschedulable() {
            return false;
        }

        @Override
        public long podLimit() {
            return 110;
        }

        @Override
        public long allocatable(String resource) {
            return 0;
        }

        @Override
        public long requested(RequestedResource resource) {
            return 0;
        }

        @Override
        public List<TestPod> antiAffinityPods() {
            return pods.stream().filter(pod -> !pod.antiAffinity().isEmpty()).toList();
        }
    }

    private record TestRules(String namespace, Map<String, String> labels, RequiredNodeAffinity nodeAffinity,
            List<Toleration> tolerations, List<PodAffinityTerm> affinity, List<PodAffinityTerm> antiAffinity,
            List<TopologySpreadConstraint> spreadConstraints) implements PodPlacementConstraints {

        static TestRules of(String spec) {
            var labels = Map.of("app", "llm");
            var tree = Yaml.of(spec);
            return new TestRules("ml", labels, NodeAffinityReader.readPodAffinity(tree),
                    TolerationReader.readTolerations(tree.path("tolerations")),
                    PodAffinityTerm.readRequired(tree, "ml", labels, "podAffinity"),
                    PodAffinityTerm.readRequired(tree, "ml", labels, "podAntiAffinity"),
                    TopologySpreadConstraint.readConstraints(tree, labels));
        }

        @Override
        public String uid() {
            return "";
        }

        @Override
        public int priority() {
            return 0;
        }

        @Override
        public boolean preempts() {
            return false;
        }

        @Override
        public String node() {
            return "";
        }

        @Override
        public String nominatedNode() {
            return "";
        }

        @Override
        public ResourceAmounts requests() {
            return ResourceAmounts.NONE;
        }

        @Override
        public List<ContainerHostPort> ports() {
            return List.of();
        }
    }

    private static TestPod pod(String namespace, String app) {
        return new TestPod(namespace, Map.of("app", app), List.of(), false);
    }

    private static TestNode node(String name, String zone, TestPod... pods) {
        return new TestNode(name, Map.of("zone", zone, "host", name), List.of(), List.of(pods));
    }

    private static List<String> violations(TestRules rules, List<TestNode> nodes) {
        var spread = new PodTopologySpreadFilter(nodes, rules);
        var affinity = new InterPodAffinityFilter(nodes, rules, NAMESPACES);
        var found = new ArrayList<String>();
        for (var node : nodes) {
            var skew = spread.filterNode(node);
            found.add(violation(skew.passed() ? affinity.filterNode(node) : skew));
        }
        return found;
    }

    private static String violation(FilterResult result) {
        return switch (result) {
            case FilterResult.NodeRejection(_, _, _, PodTopologySpreadFilter.SpreadViolation violation) ->
                violation.domain().isEmpty() ? "NO_LABEL" : "SKEW";
            case FilterResult.NodeRejection(_, _, _, InterPodAffinityFilter.AffinityViolation violation) ->
                violation.reason().name();
            default -> "FITS";
        };
    }

    private static String spread(String more) {
        return """
                topologySpreadConstraints:
                - {topologyKey: zone, maxSkew: 1, whenUnsatisfiable: DoNotSchedule%s}
                """.formatted(more);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"', labelSelector: {matchLabels: {app: llm}}' | SKEW | FITS",
        "', labelSelector: {matchLabels: {app: llm}}, maxSkew: 2' | FITS | FITS",
        // Nobody is counted by an empty selector, and by none.
        "', labelSelector: {}' | FITS | FITS", "'' | FITS | FITS",
        // With fewer domains than are wanted, the fewest counts as none.
        "', labelSelector: {matchLabels: {app: llm}}, minDomains: 3' | SKEW | FITS",
        "', labelSelector: {matchLabels: {app: web}}' | FITS | FITS",
        "', matchLabelKeys: [app], labelSelector: {}' | SKEW | FITS"})
    void podsAreSpreadOverDomains(String more, String first, String second) {
        var gone = new TestPod("ml", Map.of("app", "llm"), List.of(), true);
        var nodes = List.of(node("a", "1", pod("ml", "llm"), gone), node("b", "2", gone, pod("web", "llm")));

        assertThat(violations(TestRules.of(spread(more)), nodes)).containsExactly(first, second);
    }

    @Test
    void aNodeThatLacksOneOfTwoLabelsTakesNoPart() {
        var rules = TestRules.of("""
                topologySpreadConstraints:
                - {topologyKey: zone, maxSkew: 1, labelSelector: {matchLabels: {app: llm}}}
                - {topologyKey: rack, maxSkew: 1, labelSelector: {matchLabels: {app: llm}}}
                """);
        var racked = new TestNode("c", Map.of("zone", "3", "rack", "r"), List.of(), List.of(pod("ml", "llm")));
        assertThat(violations(rules, List.of(node("a", "1"), racked))).containsExactly("NO_LABEL", "FITS");
    }

    @ParameterizedTest
    @CsvSource({"Honor, FITS", "Ignore, SKEW"})
    void nodesThatThePodDoesNotTolerateCountByPolicy(String policy, String expected) {
        var tainted = new TestNode("b", Map.of("zone", "2"), List.of(new Taint("key", "", "NoSchedule")), List.of());
        var rules = TestRules.of(spread(", labelSelector: {matchLabels: {app: llm}}, nodeTaintsPolicy: " + policy));

        assertThat(violations(rules, List.of(node("a", "1", pod("ml", "llm")), tainted)).getFirst())
                .isEqualTo(expected);
    }

    private static String affinity(String kind, String... terms) {
        return "affinity: {%s: {requiredDuringSchedulingIgnoredDuringExecution: [%s]}}".formatted(kind,
                String.join(", ", terms));
    }

    private static String term(String app, String more) {
        return "{topologyKey: zone, labelSelector: {matchLabels: {app: %s}}%s}".formatted(app, more);
    }

    @Test
    void theFirstOfAGroupMayGoWhereTheLabelIs() {
        var bare = new TestNode("b", Map.of(), List.of(), List.of());
        assertThat(violations(TestRules.of(affinity("podAffinity", term("llm", ""))), List.of(node("a", "1"), bare)))
                .containsExactly("FITS", "POD_AFFINITY");
        assertThat(violations(TestRules.of(affinity("podAffinity", term("web", ""))), List.of(node("a", "1"))))
                .containsExactly("POD_AFFINITY");
    }

    @Test
    void allTermsAreMetByTheSamePod() {
        var rules = TestRules.of(affinity("podAffinity", term("web", ""),
                "{topologyKey: host, labelSelector: {matchLabels: {app: db}}}"));
        var both = new TestPod("ml", Map.of("app", "web"), List.of(), false);
        assertThat(violations(rules, List.of(node("a", "1", both, pod("ml", "db"))))).containsExactly("POD_AFFINITY");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"'' | FITS", "', namespaces: [web]' | POD_ANTI_AFFINITY",
        "', namespaceSelector: {}' | POD_ANTI_AFFINITY",
        "', namespaceSelector: {matchLabels: {team: web}}' | POD_ANTI_AFFINITY",
        "', namespaceSelector: {matchLabels: {team: db}}' | FITS"})
    void aTermIsAboutThePodsOwnNamespaceUnlessItNamesOthers(String more, String expected) {
        assertThat(violations(TestRules.of(affinity("podAntiAffinity", term("web", more))),
                List.of(node("a", "1", pod("web", "web"))))).containsExactly(expected);
    }

    @Test
    void podsThatAreThereKeepOthersOutOfTheirDomain() {
        var jealous = new TestPod("ml", Map.of("app", "db"),
                TestRules.of(affinity("podAntiAffinity", term("llm", ""))).antiAffinity(), false);
        assertThat(violations(TestRules.of("{}"), List.of(node("a", "1", jealous), node("b", "1"), node("c", "2"))))
                .containsExactly("EXISTING_POD_ANTI_AFFINITY", "EXISTING_POD_ANTI_AFFINITY", "FITS");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"{key: gpu, operator: Exists} | true", "{operator: Exists} | true",
        "{key: gpu, value: a} | true", "{key: gpu, operator: Equal, value: b} | false",
        "{key: gpu, operator: Gt, value: a} | false", "{key: gpu, operator: Exists, effect: NoExecute} | false",
        "{key: cpu, operator: Exists} | false"})
    void aTolerationIsForATaint(String toleration, boolean tolerated) {
        var tolerations = TolerationReader.readTolerations(Yaml.of("all: [" + toleration + "]").path("all"));
        assertThat(Toleration.anyTolerates(tolerations, new Taint("gpu", "a", "NoSchedule"))).isEqualTo(tolerated);
    }
}
