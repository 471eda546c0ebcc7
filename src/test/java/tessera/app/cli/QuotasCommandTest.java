package tessera.app.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.app.Program;
import tessera.app.Program.Outcome;
import tessera.cluster.change.Console;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;

import static org.assertj.core.api.Assertions.assertThat;

/** Who asks what teams may take is told what the server counts, and what it may not be told. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
class QuotasCommandTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private static Path home;
    private SimulatedCluster cluster;

    @BeforeAll
    void serve() throws Exception {
        cluster = SimulatedCluster.start(SimulationOptions.defaultOptions().withActivity(false));
        for (var user : List.of("admin", "nodeadmin", "nobody")) {
            Files.writeString(home.resolve(user), cluster.kubeconfig(user));
        }
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    private Outcome tessera(String user, String... words) throws Exception {
        var command = new ArrayList<>(List.of(words));
        command.addAll(List.of("--kubeconfig", home.resolve(user).toString()));
        return new Program(home).run(command.toArray(String[]::new));
    }

    @Test
    void quotasAreToldBesideWhatIsFreeOnNodes() throws Exception {
        var outcome = tessera("admin", "quotas", "-o", "json");
        assertThat(outcome.code()).as(outcome.err()).isZero();
        var list = JSON.readTree(outcome.out());

        assertThat(list.path("complete").asBoolean()).isTrue();
        var vision = list.path("quotas").valueStream().filter(line -> line.path("namespace").asText().equals("vision")
                && line.path("key").asText().equals("requests.nvidia.com/gpu")).findFirst().orElseThrow();
        assertThat(vision.path("standing").asText()).isEqualTo("full");
        assertThat(vision.path("used").asLong()).isEqualTo(vision.path("hard").asLong()).isPositive();
        assertThat(vision.path("canStart").asLong()).isZero();
        assertThat(vision.path("freeOnNodes").asLong()).isPositive();
        assertThat(vision.path("freeShares").asLong()).as("shares are kept apart from whole ones").isPositive();
        var row = tessera("admin", "quotas").out().lines().filter(line -> line.startsWith("vision ")).findFirst();
        assertThat(row.orElseThrow()).contains(
                "%d+%d shared".formatted(vision.path("freeOnNodes").asLong(), vision.path("freeShares").asLong()));
        var platform = list.path("quotas").valueStream()
                .filter(line -> line.path("namespace").asText().equals("ml-platform")).findFirst().orElseThrow();
        assertThat(platform.path("canStart").asLong() + platform.path("canStartShares").asLong()).isEqualTo(7)
                .isLessThan(platform.path("left").asLong());
        assertThat(platform.path("freeBehindTaints").asLong()).as("on a node kept for others").isEqualTo(6);
        assertThat(tessera("admin", "quotas", "-o", "wide").out())
                .contains("6 more free on nodes with taints that pods rarely tolerate");
        assertThat(tessera("admin", "quotas").out().lines().filter(line -> line.startsWith("ml-platform ")).findFirst()
                .orElseThrow()).as("what can start is told apart, too").containsPattern("5\\+2 shared +5\\+2 shared");
        assertThat(tessera("admin", "quotas").out().lines().filter(line -> line.startsWith("queue research "))
                .findFirst().orElseThrow().split(" {2,}")).as("nominal and borrowed").contains("10", "8", "2");
        assertThat(list.path("quotas").findValuesAsText("standing")).contains("limits-nothing", "nearly-full", "room",
                "no-quota");
        assertThat(list.path("quotas").findValuesAsText("clusterQueue")).containsExactly("batch", "research", "speech");
    }

    @Test
    void ofANamespaceTheClusterQueuesAreToldThatLetItsWorkIn() throws Exception {
        assertThat(JSON.readTree(tessera("admin", "quotas", "-n", "speech", "-o", "json").out()).path("quotas")
                .findValuesAsText("clusterQueue")).containsExactly("speech");
        var other = JSON.readTree(tessera("admin", "quotas", "-n", "vision", "-o", "json").out()).path("quotas");
        assertThat(other.findValuesAsText("namespace")).isNotEmpty().containsOnly("vision");
        assertThat(other.findValuesAsText("clusterQueue")).isEmpty();
    }

    @Test
    void rangesOfLimitsOfOtherNamespacesAreNotToldWhereOneIsMeant() throws Exception {
        assertThat(JSON.readTree(tessera("admin", "quotas", "-o", "json").out()).path("limitRanges")
                .findValuesAsText("namespace")).containsExactly("notebooks");
        assertThat(JSON.readTree(tessera("admin", "quotas", "-n", "notebooks", "-o", "json").out()).path("limitRanges"))
                .hasSize(1);
        assertThat(JSON.readTree(tessera("admin", "quotas", "-n", "vision", "-o", "json").out()).path("limitRanges"))
                .isEmpty();
    }

    @Test
    void whatIsWrongWithAnAmountOrANameIsSaidOnce() throws Exception {
        assertThat(tessera("admin", "plan", "quota", "vision", "--gpus", "-1").err().lines()).containsExactly(
                "tessera: “-1” is not a valid quantity for requests.nvidia.com/gpu. Enter a number such as 8.");
        assertThat(tessera("admin", "plan", "team", "Robotics_1", "--gpus", "8").err().lines()).singleElement()
                .satisfies(line -> assertThat(line).endsWith("Rename to robotics-1."));
        assertThat(tessera("admin", "plan", "team", "robotics_", "--gpus", "8").err().lines()).singleElement()
                .satisfies(line -> assertThat(line).contains("beginning and ending with a letter or digit"));
        assertThat(tessera("admin", "plan", "quota", "Bad_Name", "--gpus", "8").err().lines()).singleElement()
                .satisfies(line -> assertThat(line).startsWith("tessera: “Bad_Name” is not a valid namespace name"));
        assertThat(tessera("admin", "plan", "quota", "vision", "--name", "Bad_Name", "--gpus", "8").err().lines())
                .singleElement()
                .satisfies(line -> assertThat(line).startsWith("tessera: “Bad_Name” is not a valid name: "));
        for (var kind : List.of("budget --min-available 1", "network-policy")) {
            assertThat(tessera("admin", with(List.of(("plan " + kind + " research --name b -l").split(" ")), "app=a b"))
                    .err().lines()).as(kind).singleElement()
                    .satisfies(line -> assertThat(line)
                            .startsWith("tessera: “a b” is not a valid value for app. Use at most 63"));
        }
        assertThat(tessera("admin", "plan", "team", "", "--gpus", "8").err().lines())
                .containsExactly("tessera: No namespace is specified. Specify a namespace.");
    }

    @Test
    void aNamespaceThatIsToBeLetInAndIsNotThereIsTold() throws Exception {
        assertThat(tessera("admin", "plan", "network-policy", "vision", "--name", "own", "--from", "monitoring,ghost")
                .out() + tessera("admin", "plan", "network-policy", "vision", "--name", "own", "--from", "ghost").out())
                .contains("Namespace ghost does not exist, so no traffic from the namespace is allowed until the "
                        + "namespace is created")
                .doesNotContain("Namespace monitoring does not exist");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pods", "quotas", "quotas --who-may"})
    void aNamespaceThatIsNotThereIsNotTakenForAnEmptyOne(String text) throws Exception {
        var command = new ArrayList<>(List.of(text.split(" ")));
        command.addAll(List.of("-n", "ghost"));
        var outcome = tessera("admin", command.toArray(String[]::new));
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).isEqualTo("tessera: Namespace “ghost” not found\n");

        command.set(command.size() - 1, "kube-public");
        assertThat(tessera("admin", command.toArray(String[]::new)).code()).as("one without pods").isZero();

        assertThat(tessera("nobody", "quotas", "-n", "ghost").err())
                .contains("Cannot look up namespace “ghost”: You may not ");
    }

    @Test
    void anAmountIsReadAsPeopleWriteIt() throws Exception {
        assertThat(tessera("admin", "plan", "quota", "kube-public", "--set", "nvidia.com/gpu=1e3").out())
                .startsWith("Set ResourceQuota gpus in kube-public: 1000 nvidia.com/gpu\n");
    }

    @Test
    void whoMayNotReadQuotasIsToldSoAndNoNumberIsMadeUp() throws Exception {
        var outcome = tessera("nodeadmin", "quotas");

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err())
                .contains("You may not list clusterqueues.kueue.x-k8s.io, limitranges or resourcequotas");
        assertThat(outcome.out()).doesNotContain("no quota", " room");
    }

    @Test
    void ofAQuotaForSomePodsNoMoreCanStartThanItLeaves() throws Exception {
        try (var admin = Console.open(cluster, home)) {
            admin.create("/api/v1/namespaces/speech/resourcequotas", """
                    {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "urgent"},
                     "spec": {"hard": {"requests.nvidia.com/gpu": "1"}, "scopeSelector": {"matchExpressions": [
                       {"scopeName": "PriorityClass", "operator": "In", "values": ["urgent"]}]}}}""");
        }
        var line = JSON.readTree(tessera("admin", "quotas", "-n", "speech", "-o", "json").out()).path("quotas")
                .valueStream().filter(element -> element.path("quota").asText().equals("urgent")).findFirst()
                .orElseThrow();

        assertThat(line.path("freeOnNodes").asLong()).isGreaterThan(1);
        assertThat(line.path("canStart").asLong() + line.path("canStartShares").asLong()).isEqualTo(1);
        assertThat(line.path("counts").asText()).isEqualTo("Counts only pods of PriorityClass urgent");
        assertThat(tessera("admin", "quotas", "-n", "speech").out()).containsPattern("urgent +nvidia.* some pods\n");
    }

    @Test
    void whoMayReadOneNamespaceAndAsksForItIsNotToldOfTheOthers() throws Exception {
        try (var admin = Console.open(cluster, home)) {
            var roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/research/";
            admin.create(roles + "roles",
                    """
                            {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", "metadata": {"name": "reader"},
                             "rules": [{"apiGroups": [""], "resources": ["pods", "resourcequotas", "limitranges"], "verbs": ["get", "list", "watch"]}]}""");
            admin.create(roles + "rolebindings",
                    """
                            {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "RoleBinding", "metadata": {"name": "reader"},
                             "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "reader"},
                             "subjects": [{"kind": "User", "apiGroup": "rbac.authorization.k8s.io", "name": "nobody"}]}""");
        }
        var outcome = tessera("nobody", "quotas", "-n", "research");

        assertThat(outcome.out()).containsPattern("research +team +nvidia.com/gpu +\\d+ +32");
        assertThat(outcome.err()).doesNotContain("resourcequotas", "limitranges");
        assertThat(tessera("nobody", "quotas").out())
                .contains("No device quota in the visible namespaces. To check others, use --namespace.");
        var other = tessera("nobody", "quotas", "-n", "vision", "-o", "json");
        assertThat(other.err()).as("what may not be read is told at once")
                .containsOnlyOnce("You may not list limitranges or resourcequotas in the namespace “vision”");
        assertThat(JSON.readTree(other.out()).path("complete").asBoolean()).isFalse();
        assertThat(JSON.readTree(other.out()).path("limitRangesIncompleteBecause").asText())
                .contains("You may not list limitranges in the namespace “vision”");
    }

    @Test
    void whoMayIsToldByTheServerAndByItsRoles() throws Exception {
        var outcome = tessera("nodeadmin", "quotas", "--who-may", "-o", "json");
        assertThat(outcome.code()).as(outcome.err()).isZero();
        var rights = JSON.readTree(outcome.out());

        assertThat(rights.path("complete").asBoolean()).as("roles may not be read").isFalse();
        assertThat(outcome.err()).contains("You may not list clusterroles");
        assertThat(rights.path("rights").findValuesAsText("right")).containsExactly("create pods", "create pods/exec",
                "create resourcequotas", "patch resourcequotas", "patch nodes");
        assertThat(rights.path("rights").findValuesAsText("you")).containsExactly("false", "false", "false", "false",
                "true");

        assertThat(tessera("admin", "quotas", "--who-may", "-n", "research").out()).contains("Group research")
                .contains("User nodeadmin");
    }

    @Test
    void whatIsToBeNewDoesNotChangeWhatOthersMadeByThatName() throws Exception {
        var outcome = tessera("admin", "plan", "quota", "research", "--name", "team", "--new", "--gpus", "40");
        assertThat(outcome.code()).isEqualTo(3);
        assertThat(outcome.out() + outcome.err()).contains("ResourceQuota team already exists in research",
                "Change the existing object, or choose another name");
        var either = tessera("admin", "plan", "quota", "research", "--gpus", "40");
        assertThat(either.code()).as(either.err()).isZero();
        assertThat(either.out()).contains("ResourceQuota team already exists in research, so this plan changes it");
        var fresh = tessera("admin", "plan", "quota", "research", "--new", "--gpus", "40");
        assertThat(fresh.code()).as(fresh.err()).isZero();
        assertThat(fresh.out()).contains("Create ResourceQuota gpus in research").doesNotContain("already");

        var there = JSON.readTree(tessera("admin", "quotas", "-n", "notebooks", "-o", "json").out())
                .at("/limitRanges/0/name").asText();
        var range = tessera("admin", "plan", "limits", "notebooks", "--name", there, "--new", "--gpus-per-pod", "2");
        assertThat(range.code()).isEqualTo(3);
        assertThat(range.out() + range.err()).contains("LimitRange %s already exists in notebooks".formatted(there));
        assertThat(tessera("admin", "plan", "limits", "notebooks", "--name", there, "--gpus-per-pod", "2").out())
                .contains("LimitRange %s already exists in notebooks, so this plan changes it".formatted(there));
    }

    @Test
    void whatIsHeldOfProcessorsMemoryAndPodsIsComparedAsDevicesAre() throws Exception {
        assertThat(tessera("admin", "plan", "quota", "research", "--set", "pods=1").out())
                .contains("research uses more than 1 pods now");
        assertThat(tessera("admin", "plan", "quota", "research", "--set", "requests.cpu=10").out())
                .contains("research uses more than 10 requests.cpu now");
        assertThat(tessera("admin", "plan", "quota", "research", "--set", "requests.memory=900Ti").out())
                .doesNotContain("uses more than");
        assertThat(tessera("admin", "plan", "limits", "research", "--set", "Pod/max/memory=64Gi").out()).contains(
                "could not be recreated: ", "frontier-base-master-0",
                "The API server rejects new pods without a memory limit");
        assertThat(tessera("admin", "plan", "limits", "research", "--set", "Container/max/memory=64Gi").out())
                .contains("Containers without a memory limit get a limit of 64Gi, and the");
    }

    @Test
    void aPolicyThatLetsInLessThanAnotherOfTheSamePodsShutsNobodyOut() throws Exception {
        var wide = tessera("admin", "plan", "network-policy", "serving", "--name", "wide", "--from", "vision",
                "--apply", "--yes");
        assertThat(wide.code()).as(wide.err()).isZero();
        assertThat(wide.out()).doesNotContain("NetworkPolicies are additive");
        var narrow = List.of("plan", "network-policy", "serving", "--name", "narrow", "-l", "app=llm-serve",
                "--not-own");
        assertThat(tessera("admin", with(narrow)).out()).contains(
                "NetworkPolicies are additive: peers that wide allows still reach these pods",
                "All others, in serving too, can no longer reach these pods");
    }

    @Test
    void neitherDoesANewBudgetOrPolicy() throws Exception {
        for (var text : List.of("budget research --name mine --selector app=x --min-available 1",
                "network-policy research --name mine --selector app=x")) {
            var kind = text.startsWith("budget") ? "PodDisruptionBudget" : "NetworkPolicy";
            var plan = Stream.concat(Stream.of("plan"), Stream.of(text.split(" "))).toList();
            var fresh = tessera("admin", with(plan, "--new", "--apply", "--yes"));
            assertThat(fresh.code()).as(fresh.err()).isZero();

            var outcome = tessera("admin", with(plan, "--new"));
            assertThat(outcome.code()).isEqualTo(3);
            assertThat(outcome.out() + outcome.err()).contains("%s mine already exists in research".formatted(kind),
                    "Change the existing object, or choose another name");
            var changed = tessera("admin", with(plan, "--selector", "tier=y"));
            assertThat(changed.code()).as(changed.err()).isZero();
            assertThat(changed.out())
                    .contains("%s mine already exists in research, so this plan changes it".formatted(kind));
        }
    }

    @Test
    void aBudgetIsCountedOnlyWhereTheControllersOfItsPodsHaveAScale() throws Exception {
        var label = "training.kubeflow.org/job-role=master";
        assertThat(tessera("admin", "plan", "budget", "research", "--name", "b", "-l", label, "--max-unavailable", "1")
                .out()).contains("a PyTorchJob without one. The pods cannot be evicted.");
        assertThat(tessera("admin", "plan", "budget", "research", "--name", "b", "-l", label, "--min-available", "1")
                .out()).doesNotContain("The pods cannot be evicted");
        assertThat(tessera("admin", "plan", "budget", "serving", "--name", "b", "-l", "app=llm-serve",
                "--max-unavailable", "1").out()).doesNotContain("The pods cannot be evicted");
    }

    private static String[] with(List<String> texts, String... more) {
        return Stream.concat(texts.stream(), Stream.of(more)).toArray(String[]::new);
    }

    @Test
    void aRangeOfLimitsIsPlannedWithWhatItDoesToPodsThatSayNothing() throws Exception {
        var good = tessera("admin", "plan", "limits", "research", "--gpus-per-pod", "2");
        assertThat(good.code()).as(good.err()).isZero();
        assertThat(good.out()).contains("LimitRange", "nvidia.com/gpu: \"2\"");

        var trap = tessera("admin", "plan", "limits", "research", "--set", "Container/max/nvidia.com/gpu=2");
        assertThat(trap.code()).isEqualTo(3);
        assertThat(trap.out() + trap.err()).contains("Each container without its own limit gets 2 nvidia.com/gpu",
                "Container/default/nvidia.com/gpu=0");
    }
}
