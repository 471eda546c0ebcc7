package tessera.demo.schedule;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Rules that the recordings do not reach. */
class DefaultSchedulerTest {

    private static final String USELESS = " no new claims to deallocate, preemption: ";

    private final SimulatedSchedulerCache view = new SimulatedSchedulerCache();
    private final SimulatedScheduler scheduler = new SimulatedScheduler(view);

    private String message(ObjectNode pod) {
        return scheduler.decide(pod) instanceof SimulatedSchedulingDecision.UnschedulableDecision(var message, _)
                ? message
                : "";
    }

    private List<String> victims(ObjectNode pod) {
        return scheduler.decide(pod) instanceof SimulatedSchedulingDecision.UnschedulableDecision(_, var preemption)
                ? preemption.stream().flatMap(each -> each.victims().stream())
                        .map(SimulatedSchedulingDecision.PreemptionVictim::name).toList()
                : List.of();
    }

    private void run(String name, String node, int gpus, String more) {
        view.putPod(Yaml.pod(name, gpus, "nodeName: " + node + "\n" + more));
    }

    @Test
    void countsAreSortedAsText() {
        for (int i = 0; i < 11; i++) {
            var node = Yaml.node("cordoned-" + i, 8);
            node.withObject("/spec").put("unschedulable", true);
            view.putNode(node);
        }
        view.putNode(Yaml.node("small-1", 1));
        view.putNode(Yaml.node("small-2", 1));
        assertThat(message(Yaml.pod("p", 2, ""))).isEqualTo(
                "0/13 nodes are available: 11 node(s) were unschedulable, " + "2 Insufficient nvidia.com/gpu." + USELESS
                        + "0/13 nodes are available: 13 Preemption is not helpful for scheduling.");
    }

    @Test
    void aDaemonPodSeesAllOtherNodesAsNotItsOwn() {
        view.putNode(Yaml.node("a", 0));
        view.putNode(Yaml.node("b", 0));
        view.putNode(Yaml.node("c", 0));
        var pod = Yaml.pod("daemon", 1, """
                affinity:
                  nodeAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution:
                      nodeSelectorTerms:
                      - matchFields: [{key: metadata.name, operator: In, values: [b]}]
                """);
        assertThat(message(pod)).startsWith("0/3 nodes are available: 1 Insufficient nvidia.com/gpu, "
                + "2 node(s) didn't satisfy plugin(s) [NodeAffinity].");
    }

    @Test
    void anOvercommittedNodeStillTakesPodsThatAskNoneOfIt() {
        view.putNode(Yaml.node("a", 2));
        run("greedy", "a", 4, "");
        assertThat(scheduler.decide(Yaml.pod("plain", 0, "")))
                .isEqualTo(new SimulatedSchedulingDecision.BindDecision("a"));
        assertThat(message(Yaml.pod("one", 1, ""))).contains("1 Insufficient nvidia.com/gpu.");
    }

    @Test
    void aFinishedPodHoldsNoRoomAndATerminatingOneDoes() {
        view.putNode(Yaml.node("a", 1));
        var holder = Yaml.pod("holder", 1, "nodeName: a");
        holder.withObject("/metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z");
        view.putPod(holder);
        assertThat(scheduler.decide(Yaml.pod("next", 1, "")))
                .isInstanceOf(SimulatedSchedulingDecision.UnschedulableDecision.class);
        holder.putObject("status").put("phase", "Failed");
        view.putPod(holder);
        assertThat(scheduler.decide(Yaml.pod("next", 1, "")))
                .isEqualTo(new SimulatedSchedulingDecision.BindDecision("a"));
    }

    @Test
    void roomIsKeptForANominatedPodOfEqualPriorityButNotOfLower() {
        view.putNode(Yaml.node("a", 1));
        var nominated = Yaml.pod("nominated", 1, "priority: 5");
        nominated.putObject("status").put("nominatedNodeName", "a");
        view.putPod(nominated);
        assertThat(scheduler.decide(Yaml.pod("equal", 1, "priority: 5")))
                .isInstanceOf(SimulatedSchedulingDecision.UnschedulableDecision.class);
        assertThat(scheduler.decide(Yaml.pod("higher", 1, "priority: 6")))
                .isEqualTo(new SimulatedSchedulingDecision.BindDecision("a"));
        assertThat(scheduler.decide(nominated)).isEqualTo(new SimulatedSchedulingDecision.BindDecision("a"));
    }

    @Test
    void preemptionTakesTheNodeWithTheLeastImportantVictimsAndSparesWhomItCan() {
        view.putNode(Yaml.node("a", 4));
        view.putNode(Yaml.node("b", 4));
        run("important", "a", 4, "priority: 50");
        run("low-1", "b", 2, "priority: 10");
        run("low-2", "b", 1, "priority: 20");
        run("low-3", "b", 1, "priority: 10");
        var decision = scheduler.decide(Yaml.pod("urgent", 1, "priority: 100"));
        assertThat(decision).isInstanceOfSatisfying(SimulatedSchedulingDecision.UnschedulableDecision.class, wait -> {
            assertThat(wait.message()).isEqualTo("0/2 nodes are available: 2 Insufficient nvidia.com/gpu.");
            assertThat(wait.preemption()).hasValueSatisfying(preemptionDecision -> {
                assertThat(preemptionDecision.node()).isEqualTo("b");
                assertThat(preemptionDecision.victims()).extracting(SimulatedSchedulingDecision.PreemptionVictim::name)
                        .containsExactly("low-3");
            });
        });
    }

    @Test
    void ofVictimsWithANegativePriorityFewerCostLess() {
        view.putNode(Yaml.node("a", 2));
        view.putNode(Yaml.node("b", 2));
        run("one", "a", 2, "priority: -10");
        run("two", "b", 1, "priority: -10");
        run("three", "b", 1, "priority: -10");
        assertThat(scheduler.decide(Yaml.pod("urgent", 2, "priority: 100"))).isInstanceOfSatisfying(
                SimulatedSchedulingDecision.UnschedulableDecision.class, wait -> assertThat(wait.preemption())
                        .map(SimulatedSchedulingDecision.PreemptionDecision::node).contains("a"));
    }

    @Test
    void aBudgetWithAnEmptySelectorSparesNobody() {
        view.putNode(Yaml.node("a", 1));
        view.putNode(Yaml.node("b", 1));
        run("low", "a", 1, "priority: 1");
        run("high", "b", 1, "priority: 2");
        view.putDisruptionBudget(Yaml.of("""
                metadata: {namespace: team, name: all}
                spec: {selector: {}}
                status: {disruptionsAllowed: 0}
                """));
        assertThat(scheduler.decide(Yaml.pod("urgent", 1, "priority: 100"))).isInstanceOfSatisfying(
                SimulatedSchedulingDecision.UnschedulableDecision.class, wait -> assertThat(wait.preemption())
                        .map(SimulatedSchedulingDecision.PreemptionDecision::node).contains("a"));
    }

    @Test
    void preemptionRespectsDisruptionBudgetsWhereItCan() {
        view.putNode(Yaml.node("a", 1));
        view.putNode(Yaml.node("b", 1));
        run("guarded", "a", 1, "priority: 1");
        run("loose", "b", 1, "priority: 2");
        view.putDisruptionBudget(Yaml.of("""
                metadata: {namespace: team, name: guard}
                spec: {selector: {matchLabels: {app: guarded}}}
                status: {disruptionsAllowed: 0}
                """));
        assertThat(scheduler.decide(Yaml.pod("urgent", 1, "priority: 100"))).isInstanceOfSatisfying(
                SimulatedSchedulingDecision.UnschedulableDecision.class, wait -> assertThat(wait.preemption())
                        .map(SimulatedSchedulingDecision.PreemptionDecision::node).contains("b"));
    }

    @Test
    void evictionThatWouldNotSufficeSaysWhatWouldStillBeMissing() {
        view.putNode(Yaml.node("a", 4));
        run("high", "a", 3, "priority: 100");
        run("low", "a", 1, "priority: 1");
        assertThat(message(Yaml.pod("p", 2, "priority: 50")))
                .isEqualTo("0/1 nodes are available: " + "1 Insufficient nvidia.com/gpu." + USELESS
                        + "0/1 nodes are available: 1 Insufficient nvidia.com/gpu.");
    }

    @Test
    void nobodyElseIsEvictedWhileVictimsAreStillLeaving() {
        view.putNode(Yaml.node("a", 1));
        var leaving = Yaml.pod("leaving", 1, "{nodeName: a, priority: 1}");
        leaving.withObject("/metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z");
        var reason = leaving.withObject("/status").withArray("conditions").addObject().put("type", "DisruptionTarget")
                .put("status", "True").put("reason", "PreemptionByScheduler");
        view.putPod(leaving);
        var pod = Yaml.pod("p", 1, "priority: 50");
        pod.putObject("status").put("nominatedNodeName", "a");
        view.putPod(pod);
        assertThat(message(pod)).isEqualTo("0/1 nodes are available: 1 Insufficient nvidia.com/gpu." + USELESS
                + "not eligible due to a terminating pod on the nominated node.");

        reason.put("reason", "EvictionByEvictionAPI");
        view.putPod(leaving);
        assertThat(victims(pod)).containsExactly("leaving");
    }

    @Test
    void aPodThatABudgetHasLetGoAlreadyIsNotChargedAgain() {
        view.putNode(Yaml.node("a", 1));
        view.putNode(Yaml.node("b", 1));
        run("protected", "a", 1, "priority: 1");
        run("other", "b", 1, "priority: 2");
        var budget = Yaml.of("""
                metadata: {namespace: team, name: keep}
                spec: {selector: {matchLabels: {app: protected}}}
                status: {disruptionsAllowed: 0}
                """);
        view.putDisruptionBudget(budget);
        var pod = Yaml.pod("p", 1, "priority: 50");
        assertThat(victims(pod)).containsExactly("other");

        budget.withObject("/status/disruptedPods").put("protected", "2026-01-01T00:00:00Z");
        view.putDisruptionBudget(budget);
        assertThat(victims(pod)).containsExactly("protected");
    }

    @Test
    void aTakenHostPortIsNamedBeforeAnythingThatIsShort() {
        view.putNode(Yaml.node("a", 0));
        var exporter = Yaml.pod("exporter", 0, "nodeName: a");
        exporter.withArray("/spec/containers/0/ports").addObject().put("hostPort", 9400);
        view.putPod(exporter);
        var other = Yaml.pod("other", 1, "");
        other.withArray("/spec/containers/0/ports").addObject().put("hostPort", 9400).put("hostIP", "127.0.0.1");
        assertThat(message(other)).contains("1 node(s) didn't have free ports for the requested pod ports.")
                .doesNotContain("Insufficient");
    }

    @Test
    void podsThatAvoidEachOtherGoToDifferentNodes() {
        view.putNode(Yaml.node("a", 8));
        view.putNode(Yaml.node("b", 8));
        var avoid = """
                affinity:
                  podAntiAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution:
                    - {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: replica}}}
                """;
        run("replica-1", "a", 1, avoid);
        assertThat(scheduler.decide(Yaml.pod("replica-2", 1, avoid)))
                .isEqualTo(new SimulatedSchedulingDecision.BindDecision("b"));
        run("replica-2", "b", 1, avoid);
        assertThat(message(Yaml.pod("replica-3", 1, avoid)))
                .startsWith("0/2 nodes are available: 2 node(s) didn't match pod anti-affinity rules.");
        assertThat(message(Yaml.pod("replica-4", 1, "")))
                .startsWith("0/2 nodes are available: 2 node(s) didn't satisfy existing pods anti-affinity rules.");
    }

    @Test
    void theFirstPodOfAGroupThatWantsCompanyFindsANode() {
        view.putNode(Yaml.node("a", 8));
        view.putNode(Yaml.node("b", 8));
        var together = """
                affinity:
                  podAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution:
                    - {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: group}}}
                """;
        assertThat(scheduler.decide(Yaml.pod("group-1", 1, together)))
                .isInstanceOf(SimulatedSchedulingDecision.BindDecision.class);
        run("group-1", "b", 1, together);
        assertThat(scheduler.decide(Yaml.pod("group-2", 1, together)))
                .isEqualTo(new SimulatedSchedulingDecision.BindDecision("b"));
    }

    @Test
    void spreadAllowsNoMoreThanTheSkewBetweenPlaces() {
        view.putNode(Yaml.node("a", 8));
        view.putNode(Yaml.node("b", 8));
        var spread = """
                topologySpreadConstraints:
                - maxSkew: 1
                  topologyKey: kubernetes.io/hostname
                  whenUnsatisfiable: DoNotSchedule
                  labelSelector: {matchLabels: {app: web}}
                """;
        run("web-1", "a", 1, "");
        assertThat(scheduler.decide(Yaml.pod("web-2", 1, spread)))
                .isEqualTo(new SimulatedSchedulingDecision.BindDecision("b"));
        var onlyA = spread + "nodeSelector: {kubernetes.io/hostname: a}\n";
        assertThat(scheduler.decide(Yaml.pod("web-3", 1, onlyA)))
                .isEqualTo(new SimulatedSchedulingDecision.BindDecision("a"));
    }

    @Test
    void anEmptyTermMatchesNothingAndComparisonsNeedIntegers() {
        var node = Yaml.node("a", 8);
        node.withObject("/metadata/labels").put("memory", "81559").put("text", "64G");
        view.putNode(node);
        assertThat(message(Yaml.pod("p", 1, affinity("{}")))).contains("didn't match Pod's node affinity/selector");
        assertThat(message(Yaml.pod("p", 1, affinity(greater("memory"))))).isEmpty();
        assertThat(message(Yaml.pod("p", 1, affinity(greater("text"))))).isNotEmpty();
        assertThat(message(Yaml.pod("p", 1, affinity(greater("absent"))))).isNotEmpty();
    }

    private static String greater(String key) {
        return "{matchExpressions: [{key: " + key + ", operator: Gt, values: ['3']}]}";
    }

    private static String affinity(String term) {
        return """
                affinity:
                  nodeAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [%s]}
                """.formatted(term);
    }

    @Test
    void aLongMessageIsCutInTheEventOnly() {
        var pod = Yaml.pod("p", 1, "");
        var event = new SimulatedSchedulerConditionEventFactory("host").failedEvent(pod, "x".repeat(2000),
                Instant.EPOCH);
        assertThat(event.path("message").asText()).hasSize(1024).endsWith("x ...");
    }

    @Test
    void aViewFedBitByBitJudgesLikeOneFedAtOnce() {
        var random = new Random(7);
        var pods = new HashMap<Integer, ObjectNode>();
        for (int i = 0; i < 5; i++) {
            view.putNode(Yaml.node("n" + i, 8));
        }
        for (int step = 0; step < 2000; step++) {
            int i = random.nextInt(60);
            if (random.nextInt(3) == 0) {
                view.removePod("uid-p-" + i);
                pods.remove(i);
            } else {
                var pod = Yaml.pod("p-" + i, random.nextInt(4), "nodeName: n" + random.nextInt(6));
                pods.put(i, pod);
                view.putPod(pod);
            }
        }
        var newSchedulerCache = new SimulatedSchedulerCache();
        pods.values().forEach(newSchedulerCache::putPod);
        for (int i = 0; i < 5; i++) {
            newSchedulerCache.putNode(Yaml.node("n" + i, 8));
        }
        for (int gpus = 0; gpus < 9; gpus++) {
            var pod = Yaml.pod("asks-" + gpus, gpus, "");
            assertThat(scheduler.nodeVerdicts(pod))
                    .isEqualTo(new SimulatedScheduler(newSchedulerCache).nodeVerdicts(pod));
        }
    }
}
