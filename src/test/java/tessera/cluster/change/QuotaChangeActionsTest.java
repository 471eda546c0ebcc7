package tessera.cluster.change;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.cluster.http.SessionAccessMode;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.plan.PlanRunReceipt;
import tessera.plan.PlanRunReceipt.PlanRunEnding;
import tessera.plan.intent.NamespacePolicyIntent.CreateTeamNamespaceIntent;
import tessera.plan.intent.NamespacePolicyIntent.DeleteTeamNamespaceIntent;
import tessera.plan.intent.NamespacePolicyIntent.RestrictIngressIntent;
import tessera.plan.intent.NamespacePolicyIntent.SetDisruptionBudgetIntent;
import tessera.plan.intent.NamespacePolicyIntent.SetLimitRangeIntent;
import tessera.plan.intent.NamespacePolicyIntent.SetQuotaIntent;

import static org.assertj.core.api.Assertions.assertThat;

/** What bounds namespaces is changed as it was previewed, or not at all when somebody else was quicker. */
@Timeout(180)
class QuotaChangeActionsTest extends ChangedCluster {

    private static final String GPU = "nvidia.com/gpu";
    private static final String KEY = "requests." + GPU;
    private static final String QUOTAS = "/api/v1/namespaces/%s/resourcequotas";

    private static void done(PlanRunReceipt receipt) {
        assertThat(receipt.ending()).as(receipt.problems().toString()).isEqualTo(PlanRunEnding.DONE);
    }

    private void made(String team) throws Exception {
        done(console.change(new CreateTeamNamespaceIntent(team, Map.of(KEY, "8"), Map.of(GPU, "4"))));
    }

    private String hard(String namespace, String name) throws Exception {
        return console.read(QUOTAS.formatted(namespace) + "/" + name).path("spec").path("hard").path(KEY).asText();
    }

    @Test
    void aNamespaceIsLeftWhereAPodCameIntoItWhileItsRemovalWasLookedAt() throws Exception {
        made("robotics");
        var preview = console.plan(new DeleteTeamNamespaceIntent("robotics"));
        assertThat(preview.refusalReasons()).isEmpty();
        console.create("/api/v1/namespaces/robotics/pods", """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "arm"},
                 "spec": {"containers": [{"name": "main", "image": "registry.example/run"}]}}""");

        var receipt = console.carryOut(preview);
        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.FAILED);
        assertThat(Console.problem(receipt.steps().getFirst()).problemText()).contains("Namespace robotics is in use",
                "Pod/arm");
        assertThat(console.read("/api/v1/namespaces/robotics").at("/metadata/deletionTimestamp").isMissingNode())
                .isTrue();
    }

    @Test
    void whateverHasItsOwnKindCountsAsContentOfANamespace() throws Exception {
        made("tuning");
        console.create("/apis/jobset.x-k8s.io/v1alpha2/namespaces/tuning/jobsets", """
                {"apiVersion": "jobset.x-k8s.io/v1alpha2", "kind": "JobSet", "metadata": {"name": "arms"},
                 "spec": {"suspend": true, "replicatedJobs": []}}""");
        assertThat(console.plan(new DeleteTeamNamespaceIntent("tuning")).refusalReasons()).singleElement().satisfies(
                problem -> assertThat(problem.problemText()).contains("Namespace tuning is in use", "JobSet/arms"));
        console.delete("/apis/jobset.x-k8s.io/v1alpha2/namespaces/tuning/jobsets/arms");

        console.create("/apis/resource.k8s.io/v1/namespaces/tuning/resourceclaimtemplates",
                """
                        {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaimTemplate", "metadata": {"name": "gpu"},
                         "spec": {"spec": {"devices": {"requests": [{"name": "g", "exactly": {"deviceClassName": "gpu.nvidia.com"}}]}}}}""");
        assertThat(console.plan(new DeleteTeamNamespaceIntent("tuning")).refusalReasons()).singleElement()
                .satisfies(problem -> assertThat(problem.problemText()).contains("ResourceClaimTemplate/gpu"));
        console.delete("/apis/resource.k8s.io/v1/namespaces/tuning/resourceclaimtemplates/gpu");

        done(console
                .change(new SetDisruptionBudgetIntent("tuning", "lab", new TreeMap<>(Map.of("app", "lab")), "", "1")));
        done(console.change(new DeleteTeamNamespaceIntent("tuning")));
    }

    @Test
    void aNamespaceIsLeftWhereSomeOfWhatCouldBeInItMayNotBeListed() throws Exception {
        made("acoustics");
        console.create("/apis/rbac.authorization.k8s.io/v1/clusterroles",
                """
                        {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": {"name": "housekeeper"},
                         "rules": [{"apiGroups": ["", "apps", "batch"], "resources": ["*"], "verbs": ["get", "list", "watch", "delete"]}]}""");
        console.create("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
                """
                        {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding", "metadata": {"name": "housekeeper"},
                         "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "housekeeper"},
                         "subjects": [{"kind": "User", "apiGroup": "rbac.authorization.k8s.io", "name": "nobody"}]}""");
        try (var keeper = Console.open(cluster, folder, "nobody", SessionAccessMode.READ_WRITE)) {
            assertThat(keeper.runner().preview(new DeleteTeamNamespaceIntent("acoustics")).refusalReasons())
                    .singleElement().satisfies(problem -> {
                        assertThat(problem.headline()).isEqualTo("Cannot tell whether namespace acoustics is empty");
                        assertThat(problem.detail()).startsWith("You may not list ").contains(" and ");
                    });
        }
        done(console.change(new DeleteTeamNamespaceIntent("acoustics")));
    }

    @Test
    void anEmptyNamespaceOfATeamIsRemovedAgain() throws Exception {
        made("optics");
        done(console.change(new DeleteTeamNamespaceIntent("optics")));
    }

    @Test
    void whatAColleagueChangedMeanwhileIsNotWrittenOver() throws Exception {
        var preview = console.plan(new SetQuotaIntent("ml-platform", "team", Map.of(KEY, "70")));
        assertThat(preview.refusalReasons()).isEmpty();
        console.patch(QUOTAS.formatted("ml-platform") + "/team", """
                {"spec": {"hard": {"requests.nvidia.com/gpu": "66"}}}""");

        var receipt = console.carryOut(preview);
        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.FAILED);
        assertThat(Console.problem(receipt.steps().getFirst()).kind()).isEqualTo(OperationProblemKind.CONFLICT);
        assertThat(hard("ml-platform", "team")).isEqualTo("66");
    }

    @Test
    void whatAColleagueChangedBesideItStays() throws Exception {
        var preview = console.plan(new SetQuotaIntent("speech", "team", Map.of(KEY, "44")));
        console.patch(QUOTAS.formatted("speech") + "/team", """
                {"spec": {"hard": {"pods": "90"}}}""");

        done(console.carryOut(preview));
        assertThat(hard("speech", "team")).isEqualTo("44");
        assertThat(console.read(QUOTAS.formatted("speech") + "/team").at("/spec/hard/pods").asText()).isEqualTo("90");
    }

    @Test
    void whatIsGoneByThenIsNotMadeAnew() throws Exception {
        done(console.change(new SetQuotaIntent("ci", "brief", Map.of(KEY, "1"))));
        var preview = console.plan(new SetQuotaIntent("ci", "brief", Map.of(KEY, "2")));
        console.delete(QUOTAS.formatted("ci") + "/brief");

        var receipt = console.carryOut(preview);
        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.FAILED);
        assertThat(Console.problem(receipt.steps().getFirst()).kind()).isEqualTo(OperationProblemKind.NOT_FOUND);
    }

    @Test
    void whatSomebodyMadeByThatNameMeanwhileIsLeft() throws Exception {
        var keep = new SetDisruptionBudgetIntent("notebooks", "lab", new TreeMap<>(Map.of("app", "lab")), "1", "");
        var preview = console.plan(keep);
        console.create("/apis/policy/v1/namespaces/notebooks/poddisruptionbudgets", """
                {"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": "lab"},
                 "spec": {"maxUnavailable": 3, "selector": {"matchLabels": {"app": "other"}}}}""");

        var receipt = console.carryOut(preview);
        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.FAILED);
        assertThat(Console.problem(receipt.steps().getFirst()).kind()).isEqualTo(OperationProblemKind.CONFLICT);
        assertThat(console.change(keep).steps()).as("planned again it is a change of what there is").first()
                .satisfies(step -> assertThat(step.planned().text()).startsWith("Update "));
    }

    @Test
    void everyBoundIsTakenBackAsItWas() throws Exception {
        var before = console.read(QUOTAS.formatted("research") + "/team").at("/spec");
        var receipt = console.change(new SetQuotaIntent("research", "team",
                Map.of(KEY, "4", "requests.nvidia.com/mig-3g.40gb", "", "pods", "9")));
        done(receipt);
        assertThat(console.journal()).filteredOn(run -> run.startEntry().run().equals(receipt.run())).singleElement()
                .satisfies(run -> assertThat(run.undoPlanCommands()).as("whoever reads it later can do it")
                        .containsExactly(
                                "tessera plan quota research --name team --unset pods --set requests.nvidia.com/gpu=32 "
                                        + "--set requests.nvidia.com/mig-3g.40gb=20 --context demo"));
        done(console.change(receipt.undo().orElseThrow()));
        assertThat(console.read(QUOTAS.formatted("research") + "/team").at("/spec")).isEqualTo(before);

        for (var intent : List.of(
                new SetLimitRangeIntent("research", "range", new TreeMap<>(Map.of("Pod/max/" + GPU, "4"))),
                new SetDisruptionBudgetIntent("research", "range", new TreeMap<>(Map.of("app", "x")), "", "1"),
                new RestrictIngressIntent("research", "range", new TreeMap<>(), true, List.of()))) {
            var made = console.change(intent);
            done(made);
            done(console.change(made.undo().orElseThrow()));
        }
        assertThat(console.journal()).as("each with its way back").hasSizeGreaterThanOrEqualTo(8);
    }

    @Test
    void aNamespaceThatIsOnItsWayOutTakesNoQuota() throws Exception {
        console.create("/api/v1/namespaces", """
                {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "going"}}""");
        console.create("/api/v1/namespaces/going/configmaps", """
                {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "stay",
                 "finalizers": ["example.com/stay"]}}""");
        console.delete("/api/v1/namespaces/going");

        assertThat(console.plan(new SetQuotaIntent("going", "team", Map.of(KEY, "1"))).refusalReasons())
                .extracting(Problem::problemText).anyMatch(text -> text.contains("being terminated"));
    }
}
