package tessera.plan.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.Sample;
import tessera.kube.disruption.PodDisruptionBudget;
import tessera.kube.disruption.PodDisruptionBudget.BudgetStatus;
import tessera.kube.labels.LabelRequirement;
import tessera.kube.labels.LabelSelector;
import tessera.kube.quota.ResourceQuotaScopes;
import tessera.model.ControllerRef;
import tessera.model.Problem;
import tessera.plan.context.ReferencedObjectReader.QuotaWithUsage;
import tessera.plan.intent.NamespacePolicyIntent.CreateTeamNamespaceIntent;
import tessera.plan.intent.NamespacePolicyIntent.DeleteTeamNamespaceIntent;
import tessera.plan.intent.NamespacePolicyIntent.ObjectExistenceRequirement;
import tessera.plan.intent.NamespacePolicyIntent.RestrictIngressIntent;
import tessera.plan.intent.NamespacePolicyIntent.SetDisruptionBudgetIntent;
import tessera.plan.intent.NamespacePolicyIntent.SetLimitRangeIntent;
import tessera.plan.intent.NamespacePolicyIntent.SetQuotaIntent;
import tessera.plan.intent.WorkloadLaunchIntent.DeleteLaunchedWorkloadIntent;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.step.PlanStep;

import static org.assertj.core.api.Assertions.assertThat;

/** A quota is written under the key that the server counts, and only what differs is sent. */
class QuotaPlannerTest {

    private static final String GPU = "nvidia.com/gpu";
    private static final String KEY = "requests.nvidia.com/gpu";

    private final Sample cluster = new Sample()
            .with(Sample.node("a").nvidia("NVIDIA-L4", 8).has(GPU, 8).has("nvidia.com/mig-1g.10gb", 7));
    private final Map<String, JsonNode> objects = new HashMap<>();
    private Set<ControllerRef> unscaled = Set.of();
    private Optional<JsonNode> namespace = Optional.of(MissingNode.getInstance());

    private void there(String hard) throws Exception {
        objects.put("resourcequotas/team", new JsonMapper().readTree("""
                {"metadata": {"name": "team", "resourceVersion": "7"}, "spec": {"hard": {%s}}}""".formatted(hard)));
    }

    private NamespacePolicyPlannerInput survey(QuotaWithUsage... quotas) {
        return new NamespacePolicyPlannerInput(cluster.snapshot(), AcceleratorCatalog.standard(), namespace,
                List.of(quotas), objects, List.of());
    }

    private ChangePlan set(Map<String, String> hard, QuotaWithUsage... quotas) {
        return new QuotaPlanner(new SetQuotaIntent("ml", "team", hard), survey(quotas)).plan();
    }

    @Test
    void aNewQuotaIsMadeAndWithdrawnAgain() {
        var plan = set(Map.of(KEY, "4"));

        assertThat(plan.steps().getFirst().step()).isInstanceOf(PlanStep.CreateObjectStep.class);
        assertThat(plan.steps().getFirst().undo()).containsInstanceOf(DeleteLaunchedWorkloadIntent.class);
        assertThat(plan.steps().getLast().step()).as("the server counts a little later")
                .isInstanceOf(PlanStep.AwaitClusterStateStep.class);
    }

    @Test
    void onlyWhatDiffersIsSentAndTheWayBackHasWhatWasThere() throws Exception {
        there("\"requests.nvidia.com/gpu\": \"8\", \"pods\": \"50\"");
        var plan = set(Map.of(KEY, "4", "pods", "50", "count/jobs.batch", "9"));

        var patch = (PlanStep.PatchObjectStep) plan.steps().getFirst().step();
        assertThat(patch.body()).contains("\"4\"", "\"count/jobs.batch\":\"9\"").doesNotContain("pods");
        assertThat(patch.preconditions()).containsEntry("/spec/hard/requests.nvidia.com~1gpu", "\"8\"")
                .containsEntry("/spec/hard/count~1jobs.batch", "null");
        assertThat(plan.steps().getFirst().undo())
                .contains(new SetQuotaIntent("ml", "team", Map.of(KEY, "8", "count/jobs.batch", ""))
                        .withExpectedState(ObjectExistenceRequirement.THERE));
        assertThat(set(Map.of(KEY, "8")).steps()).as("so it is already").isEmpty();
    }

    @Test
    void aKeyThatLimitsNothingIsRefusedAndCanBeTakenAway() throws Exception {
        there("\"limits.nvidia.com/gpu\": \"8\"");

        assertThat(set(Map.of("limits.nvidia.com/gpu", "4")).refusals()).extracting(Problem::headline)
                .containsExactly("The API server accepts limits.nvidia.com/gpu, but this key limits nothing");
        assertThat(set(Map.of("limits.nvidia.com/gpu", "")).steps()).hasSize(1);
        assertThat(set(Map.of(KEY, "1.5")).refusals()).extracting(Problem::headline)
                .containsExactly("1.5 nvidia.com/gpu is not a whole number of devices");
        assertThat(set(Map.of(KEY, "99999999999999999999")).refusals()).singleElement().satisfies(
                problem -> assertThat(problem.headline()).contains("is more than a ResourceQuota can count"));
    }

    @Test
    void whatIsUsedAlreadyWhoElseCountsAndWhatStaysFreeIsToldBefore() {
        cluster.pod("ml/train", "a", GPU, 6);
        var plan = set(Map.of(KEY, "4"), new QuotaWithUsage("other", Map.of(KEY, "2"), Map.of()));

        assertThat(plan.warningTexts())
                .anyMatch(text -> text.startsWith("Pods in ml use 6 nvidia.com/gpu. They keep running"))
                .contains(new NamespacePolicyWarning.OtherQuotaApplies("other", "ml", "2 requests.nvidia.com/gpu", "")
                        .text(), "ml has no limit on nvidia.com/mig-1g.10gb");
        assertThat(set(Map.of(KEY, "0")).warningTexts())
                .contains("Pods in ml use 6 nvidia.com/gpu. They keep running, but no new pods are admitted.");
    }

    @Test
    void ofAQuotaForSomePodsThoseCountThatTheServerCounts() throws Exception {
        there("\"requests.nvidia.com/gpu\": \"8\"");
        cluster.pod("ml/train", "a", GPU, 6);
        var urgent = new ResourceQuotaScopes(
                List.of(new LabelRequirement("PriorityClass", "In", List.of("high", "top")),
                        new LabelRequirement("Terminating", "Exists", List.of())));

        assertThat(set(Map.of(KEY, "4"), new QuotaWithUsage("team", Map.of(KEY, "8"), Map.of(KEY, "0"), urgent))
                .warningTexts()).noneMatch(text -> text.contains("no more are admitted"))
                .contains(new NamespacePolicyWarning.QuotaCountsScope("team", urgent.scopeText()).text(),
                        "ml has no limit on nvidia.com/mig-1g.10gb", "ml limits nvidia.com/gpu for some pods only");
        assertThat(set(Map.of(KEY, "4"), new QuotaWithUsage("team", Map.of(KEY, "8"), Map.of(KEY, "5"), urgent))
                .warningTexts())
                .contains(new NamespacePolicyWarning.ScopedUsageExceedsQuota("5", KEY, "4", false).text());
        assertThat(
                set(Map.of(KEY, "4"), new QuotaWithUsage("other", Map.of(KEY, "2"), Map.of(), urgent)).warningTexts())
                .contains(new NamespacePolicyWarning.OtherQuotaApplies("other", "ml", "2 requests.nvidia.com/gpu",
                        urgent.scopeText()).text());
    }

    @Test
    void aKeyThatIsTakenFromOneQuotaIsStillCountedByAnother() throws Exception {
        there("\"requests.nvidia.com/gpu\": \"8\", \"pods\": \"9\"");

        assertThat(set(Map.of(KEY, ""), new QuotaWithUsage("team", Map.of(KEY, "8", "pods", "9"), Map.of()),
                new QuotaWithUsage("other", Map.of(KEY, "2"), Map.of())).warningTexts())
                .noneMatch(text -> text.matches(".* has no limit on .*nvidia\\.com/gpu.*"));
    }

    @Test
    void aNamespaceThatIsNotThereIsNotBounded() {
        namespace = Optional.empty();

        assertThat(set(Map.of(KEY, "4")).refusals()).extracting(Problem::remedy)
                .containsExactly("Create the namespace with a ResourceQuota: tessera plan team ml --gpus N");
    }

    @Test
    void aTeamGetsItsNamespaceItsQuotaAndABoundForEachPodThatLetsPodsWithoutGpusIn() {
        namespace = Optional.empty();
        var plan = new TeamNamespacePlanner(new CreateTeamNamespaceIntent("ml", Map.of(KEY, "8"), Map.of(GPU, "4")),
                survey()).plan();

        assertThat(plan.steps()).extracting(step -> step.step().object().kind()).containsExactly("Namespace",
                "ResourceQuota", "ResourceQuota", "LimitRange");
        assertThat(((PlanStep.CreateObjectStep) plan.steps().getLast().step()).body()).contains(
                "{\"type\":\"Container\",\"default\":{\"nvidia.com/gpu\":\"0\"}",
                "{\"type\":\"Pod\",\"max\":{\"nvidia.com/gpu\":\"4\"}}");
        assertThat(plan.steps().stream().map(PlanStepWithUndo::undo).flatMap(Optional::stream).distinct())
                .containsExactly(new DeleteTeamNamespaceIntent("ml"));
    }

    private ChangePlan keep(String least, String most, PodDisruptionBudget... budgets) {
        var intent = new SetDisruptionBudgetIntent("ml", "llm", new TreeMap<>(Map.of("app", "llm")), least, most);
        return new DisruptionAndNetworkPolicyPlanner(intent, survey(), List.of(budgets), Optional.of(List.of()),
                unscaled).planBudget(intent);
    }

    @Test
    void whoSeesThePodsOfOneNamespaceKnowsAllOfThem() {
        cluster.pod("ml/llm-0", "a", GPU, 6).seenIn("ml");
        assertThat(set(Map.of(KEY, "4")).warningTexts()).contains(
                "Pods in ml use 6 nvidia.com/gpu. They keep running, but no new pods are admitted until fewer "
                        + "than 4 are used.");
    }

    @Test
    void aBudgetThatLetsNoPodGoIsToldBeforeItHoldsUpADrain() {
        cluster.pod("ml/llm-0", "a", GPU, 1, Map.of("app", "llm")).ofReplicaSet("llm")
                .pod("ml/llm-1", "a", GPU, 1, Map.of("app", "llm")).ofReplicaSet("llm");

        assertThat(keep("2", "").warningTexts()).singleElement()
                .isEqualTo(new NamespacePolicyWarning.BudgetBlocksEvictions(2, 2, true).text());
        assertThat(keep("60%", "").warningTexts()).as("shares are rounded up").hasSize(1);
        assertThat(keep("", "1").warningTexts()).isEmpty();
        assertThat(((PlanStep.CreateObjectStep) keep("", "1").steps().getFirst().step()).body())
                .contains("\"maxUnavailable\":1,\"selector\":{\"matchLabels\":{\"app\":\"llm\"}}");
        assertThat(keep("1", "1").refusals()).hasSize(1);
        assertThat(keep("some", "").refusals()).hasSize(1);
    }

    @Test
    void aBudgetThatCannotBeCountedOfItsPodsIsToldToLetNoneGo() {
        var bare = new NamespacePolicyWarning.BudgetNeedsScale("").text();
        cluster.pod("ml/llm-0", "a", GPU, 1, Map.of("app", "llm")).pod("ml/llm-1", "a", GPU, 1, Map.of("app", "llm"));
        assertThat(keep("", "1").warningTexts()).containsExactly(bare);
        assertThat(keep("50%", "").warningTexts()).containsExactly(bare);
        assertThat(keep("1", "").warningTexts()).isEmpty();

        cluster.ofDaemonSet("agent");
        unscaled = Set.of(new ControllerRef("DaemonSet", "agent"));
        assertThat(keep("", "1").warningTexts())
                .containsExactly(new NamespacePolicyWarning.BudgetNeedsScale("DaemonSet").text());
        cluster.ofReplicaSet("llm");
        assertThat(keep("", "1").warningTexts()).as("those without a controller are left out of the count").isEmpty();
    }

    @Test
    void aPodIsKeptByOneBudgetOnly() {
        cluster.pod("ml/llm-0", "a", GPU, 1, Map.of("app", "llm"));
        var other = new PodDisruptionBudget("ml", "all", LabelSelector.EVERYTHING, false,
                BudgetStatus.counted(0, 0, 0));

        assertThat(keep("", "1", other).refusals()).extracting(Problem::headline)
                .containsExactly("PodDisruptionBudget all already covers some of these pods");
    }

    @Test
    void onlyThoseWhoAreNamedReachGuardedPods() {
        var intent = new RestrictIngressIntent("ml", "own", new TreeMap<>(), true, List.of("monitoring"));
        var plan = new DisruptionAndNetworkPolicyPlanner(intent, survey(), List.of(), Optional.of(List.of()), Set.of())
                .planNetworkPolicy(intent, List.of());

        assertThat(((PlanStep.CreateObjectStep) plan.steps().getFirst().step()).body()).contains(
                "\"podSelector\":{},\"policyTypes\":[\"Ingress\"],\"ingress\":[{\"from\":[{\"podSelector\":{}},"
                        + "{\"namespaceSelector\":{\"matchLabels\":{\"kubernetes.io/metadata.name\":\"monitoring\"}}}]}]");
        var nobody = new RestrictIngressIntent("ml", "closed", new TreeMap<>(), false, List.of());
        assertThat(((PlanStep.CreateObjectStep) new DisruptionAndNetworkPolicyPlanner(nobody, survey(), List.of(),
                Optional.of(List.of()), Set.of()).planNetworkPolicy(nobody, List.of()).steps().getFirst().step())
                .body()).as("an empty rule would let everybody in").contains("\"ingress\":[]}");
        assertThat(nobody.summaryText()).isEqualTo("Block ingress to ml");
    }

    private ChangePlan limits(Map<String, String> bounds) {
        return new LimitRangePlanner(new SetLimitRangeIntent("ml", "range", new TreeMap<>(bounds)), survey()).plan();
    }

    @Test
    void namesHaveDotsWhereTheServerTakesThem() {
        var dotted = new SetDisruptionBudgetIntent("ml", "llm.v1", new TreeMap<>(Map.of("app", "llm")), "1", "");
        assertThat(new DisruptionAndNetworkPolicyPlanner(dotted, survey(), List.of(), Optional.of(List.of()), Set.of())
                .planBudget(dotted).refusals()).isEmpty();
        var open = new SetDisruptionBudgetIntent("ml", "llm..v1", new TreeMap<>(Map.of("app", "llm")), "1", "");
        assertThat(new DisruptionAndNetworkPolicyPlanner(open, survey(), List.of(), Optional.of(List.of()), Set.of())
                .planBudget(open).refusals()).hasSize(1);
        assertThat(new TeamNamespacePlanner(new CreateTeamNamespaceIntent("m.l", Map.of(KEY, "8"), Map.of()), survey())
                .plan().refusals()).as("a namespace has none").hasSize(1);
    }

    private void there(String kind, String name, String spec) throws Exception {
        objects.put(kind + "/" + name, new JsonMapper().readTree("""
                {"metadata": {"name": "%s", "namespace": "ml", "resourceVersion": "7"}, "spec": %s}""".formatted(name,
                spec)));
    }

    @Test
    void aRangeOfLimitsThatWouldHandGpusToEveryContainerIsRefused() {
        assertThat(limits(Map.of("Container/max/nvidia.com/gpu", "4")).refusals()).singleElement()
                .satisfies(problem -> assertThat(problem.headline() + problem.remedy()).contains(
                        "Each container without its own limit gets 4 nvidia.com/gpu",
                        "Container/default/nvidia.com/gpu=0"));
        assertThat(limits(Map.of("Container/min/nvidia.com/gpu", "1")).refusals()).extracting(Problem::headline)
                .containsExactly(
                        "Each container must request at least 1 nvidia.com/gpu, including sidecars and init containers");
        assertThat(limits(Map.of("Pod/max/nvidia.com/gpu", "4")).warningTexts())
                .anyMatch(text -> text.startsWith("The API server rejects pods without a limit of nvidia.com/gpu"));
        assertThat(
                limits(Map.of("Pod/max/nvidia.com/gpu", "4", "Container/default/nvidia.com/gpu", "0")).warningTexts())
                .as("pods without GPUs are let in").hasSize(1);
        assertThat(limits(Map.of("Pod/default/nvidia.com/gpu", "4")).refusals()).hasSize(1);
        assertThat(limits(Map.of("Pod/max/nvidia.com/gpu", "1", "Pod/min/nvidia.com/gpu", "2")).refusals())
                .extracting(Problem::headline)
                .containsOnlyOnce(
                        "min of nvidia.com/gpu is 2, which is above max (1). The API server rejects the LimitRange.")
                .noneMatch(text -> text.contains("is more than"));
    }

    @Test
    void aRangeOfLimitsIsChangedWithoutLosingWhatIsNotMeantAndPutBack() throws Exception {
        there("limitranges", "range",
                """
                        {"limits": [{"type": "Pod", "max": {"nvidia.com/gpu": "4", "cpu": "64"}},
                         {"type": "Container", "default": {"nvidia.com/gpu": "0"}, "defaultRequest": {"nvidia.com/gpu": "0"}}]}""");
        var plan = limits(Map.of("Pod/max/nvidia.com/gpu", "2"));

        assertThat(((PlanStep.PatchObjectStep) plan.steps().getFirst().step()).body())
                .contains("\"nvidia.com/gpu\":\"2\"", "\"cpu\":\"64\"", "\"default\"", "\"resourceVersion\":\"7\"");
        assertThat(plan.steps().getFirst().undo()).contains(new SetLimitRangeIntent("ml", "range",
                new TreeMap<>(Map.of("Pod/max/nvidia.com/gpu", "4")), ObjectExistenceRequirement.THERE));
        assertThat(limits(Map.of("Pod/max/nvidia.com/gpu", "4")).steps()).as("so it is already").isEmpty();
    }

    @Test
    void aBudgetThatIsThereIsChangedWhereItDiffersAndPutBack() throws Exception {
        there("poddisruptionbudgets", "llm",
                """
                        {"maxUnavailable": 1, "selector": {"matchLabels": {"app": "old"}}, "unhealthyPodEvictionPolicy": "AlwaysAllow"}""");
        var step = keep("50%", "").steps().getFirst();

        assertThat(((PlanStep.PatchObjectStep) step.step()).body())
                .contains("\"minAvailable\":\"50%\"", "\"maxUnavailable\":null", "\"app\":\"llm\"")
                .doesNotContain("AlwaysAllow");
        assertThat(step.undo()).contains(new SetDisruptionBudgetIntent("ml", "llm", new TreeMap<>(Map.of("app", "old")),
                "", "1", ObjectExistenceRequirement.THERE));
        there("poddisruptionbudgets", "llm", """
                {"maxUnavailable": 1, "selector": {"matchExpressions": [{"key": "app", "operator": "Exists"}]}}""");
        assertThat(keep("50%", "").refusals()).extracting(Problem::remedy)
                .containsExactly("Edit its YAML: tessera plan edit poddisruptionbudget/llm -n ml");
    }

    @Test
    void aPolicyThatIsThereIsChangedUnlessItSaysMoreThanCouldBeSaidHere() throws Exception {
        there("networkpolicies", "own", """
                {"podSelector": {}, "policyTypes": ["Ingress"], "ingress": [{"from": [{"podSelector": {}}]}]}""");
        var intent = new RestrictIngressIntent("ml", "own", new TreeMap<>(), true, List.of("monitoring"));
        var step = new DisruptionAndNetworkPolicyPlanner(intent, survey(), List.of(), Optional.of(List.of()), Set.of())
                .planNetworkPolicy(intent, List.of()).steps().getFirst();

        assertThat(((PlanStep.PatchObjectStep) step.step()).body()).contains("monitoring")
                .doesNotContain("policyTypes");
        assertThat(step.undo()).contains(new RestrictIngressIntent("ml", "own", new TreeMap<>(), true, List.of(),
                ObjectExistenceRequirement.THERE));
        there("networkpolicies", "own",
                """
                        {"podSelector": {}, "policyTypes": ["Ingress"], "ingress": [{"from": [{"ipBlock": {"cidr": "10.0.0.0/8"}}]}]}""");
        assertThat(new DisruptionAndNetworkPolicyPlanner(intent, survey(), List.of(), Optional.of(List.of()), Set.of())
                .planNetworkPolicy(intent, List.of()).refusals()).hasSize(1);
    }

    @Test
    void podsThatAskForMoreThanOnePodMayHaveThenAreNamed() {
        cluster.pod("ml/probe", "a", GPU, 2).pod("ml/small", "a", GPU, 1).pod("other/probe", "a", GPU, 4);
        var text = "1 pod in ml requests more than a pod may have and could not be recreated: probe";
        assertThat(limits("1").warningTexts()).contains(text);
        assertThat(limits("2").warningTexts()).noneMatch(each -> each.contains("recreated"));
    }

    private ChangePlan limits(String most) {
        return new LimitRangePlanner(
                new SetLimitRangeIntent("ml", "range", new TreeMap<>(Map.of("Pod/max/nvidia.com/gpu", most))), survey())
                .plan();
    }

    @Test
    void theDnsIsNotShutOffFromOtherNamespaces() {
        cluster.pod("ml/coredns", "a", GPU, 0, Map.of("k8s-app", "kube-dns")).pod("other/work", "a", GPU, 1);
        assertThat(guarded(Map.of(), List.of()).refusals()).extracting(Problem::headline)
                .containsExactly("The cluster DNS (coredns) would no longer answer pods of 1 other namespace");
        assertThat(guarded(Map.of("app", "x"), List.of()).refusals()).isEmpty();
        assertThat(guarded(Map.of(), List.of("other")).refusals()).as("they are let in").isEmpty();
    }

    private ChangePlan guarded(Map<String, String> selector, List<String> from) {
        var intent = new RestrictIngressIntent("ml", "own", new TreeMap<>(selector), true, from);
        return new DisruptionAndNetworkPolicyPlanner(intent, survey(), List.of(), Optional.of(List.of()), Set.of())
                .planNetworkPolicy(intent, List.of());
    }
}
