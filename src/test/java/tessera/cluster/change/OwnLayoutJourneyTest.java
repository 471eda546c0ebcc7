package tessera.cluster.change;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.util.WaitForAsyncUtils;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.mig.MigConfig;
import tessera.mig.MigConfigFile;
import tessera.mig.MigLayoutNotation;
import tessera.model.Problem;
import tessera.plan.PlanRunReceipt;
import tessera.plan.PlanRunReceipt.PlanRunEnding;
import tessera.plan.PlanStepState;
import tessera.plan.intent.NodeChangeIntent.ApplyMigConfigIntent;
import tessera.plan.intent.NodeChangeIntent.DrainSettings;
import tessera.plan.intent.RequestedMigLayout.CustomMigLayout;
import tessera.plan.intent.TargetNodeSelection;

import static org.assertj.core.api.Assertions.assertThat;

/** A layout of one's own is offered to the MIG managers without taking anything from other nodes, and then told. */
@Timeout(180)
class OwnLayoutJourneyTest {

    private static final DrainSettings RECKLESS = new DrainSettings(true, true, null, Duration.ofMinutes(1));
    private static final String LAYOUT = "0-3=4g.40gb,3g.40gb;4-5=7x1g.10gb;6-7=off";

    @TempDir
    private static Path folder;
    private SimulatedCluster cluster;
    private KubernetesClient colleague;
    private Console console;

    @BeforeEach
    void open() throws Exception {
        cluster = SimulatedCluster.start(SimulationOptions.defaultOptions().withActivity(false).withSpeed(30));
        colleague = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig())).build();
        console = Console.open(cluster, folder);
    }

    @AfterEach
    void close() {
        console.close();
        colleague.close();
        cluster.close();
    }

    private static ApplyMigConfigIntent own(String node, String layout, boolean mixed) {
        return new ApplyMigConfigIntent(TargetNodeSelection.of(node),
                CustomMigLayout.of(MigLayoutNotation.parse(layout)), RECKLESS, Duration.ofMinutes(1), mixed);
    }

    private Map<String, MigConfig> configs(String map) throws Exception {
        var text = console.read("/api/v1/namespaces/gpu-operator/configmaps/" + map).at("/data/config.yaml").asText();
        return MigConfigFile.read(new ObjectMapper(new YAMLFactory()).readTree(text)).configs();
    }

    private void policy(String spec) {
        colleague.genericKubernetesResources("nvidia.com/v1", "ClusterPolicy").withName("cluster-policy")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":" + spec + "}");
    }

    private String offered(String node, String resource) throws Exception {
        return console.node(node).path("status").path("allocatable").path("nvidia.com/" + resource).asText();
    }

    private String label(String node, String key) throws Exception {
        return console.node(node).path("metadata").path("labels").path("nvidia.com/" + key).asText();
    }

    private static void assertDone(PlanRunReceipt receipt) {
        assertThat(receipt.problems()).isEmpty();
        assertThat(receipt.steps()).extracting(PlanStepState::problem).containsOnlyNulls();
        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.DONE);
    }

    @Test
    void itIsAddedToTheConfigMapThatThePolicyNamesAndTakenBackToTheConfigurationBefore() throws Exception {
        var before = configs("mig-layouts");
        var intent = own("h100-03", LAYOUT, false);

        var receipt = console.change(intent);

        assertDone(receipt);
        var after = configs("mig-layouts");
        assertThat(after).containsAllEntriesOf(before).hasSize(before.size() + 1);
        assertThat(after).containsEntry(intent.configName(),
                new MigConfig(intent.configName(), MigLayoutNotation.parse(LAYOUT)));
        assertThat(offered("h100-03", "mig-4g.40gb")).isEqualTo("4");
        assertThat(offered("h100-03", "mig-1g.10gb")).isEqualTo("14");
        assertThat(offered("h100-03", "gpu")).isEqualTo("2");
        assertThat(receipt.lastingEffects()).anyMatch(text -> text.contains("mig-layouts contains the layout"));
        assertThat(receipt.undo()).contains(new ApplyMigConfigIntent(TargetNodeSelection.of("h100-03"), "all-disabled",
                RECKLESS, Duration.ofMinutes(1)));

        var again = console.plan(own("h100-07", LAYOUT, false));
        assertThat(again.refusalReasons()).isEmpty();
        assertThat(again.plan().steps()).as("what is there already is not written again")
                .noneMatch(step -> step.text().contains("mig-layouts"));
        assertDone(console.change(receipt.undo().orElseThrow()));
        assertThat(offered("h100-03", "gpu")).isEqualTo("8");
    }

    @Test
    void aNameThatIsTakenIsNeverOverwritten() throws Exception {
        var step = new ApplyMigConfigIntent(TargetNodeSelection.of("h100-03"),
                new CustomMigLayout("half-balanced", MigLayoutNotation.parse(LAYOUT)), RECKLESS, Duration.ofMinutes(1),
                false);
        assertThat(console.plan(step).refusalReasons()).extracting(Problem::headline)
                .anyMatch(text -> text.contains("half-balanced") && text.contains("different configuration"));
    }

    @Test
    void whatNoGpuCanHaveIsRefusedWithTheReason() throws Exception {
        assertThat(console.plan(own("h100-03", "4g.40gb,4g.40gb", false)).refusalReasons())
                .extracting(Problem::headline).anyMatch(text -> text.contains("h100-03 cannot use "));
    }

    @Test
    void whereEachNodeHasItsOwnANewConfigMapGoesOnOfferingAllOfThemWhatTheyWereOffered() throws Exception {
        policy("{\"migManager\":{\"config\":{\"name\":\"\"}}}");
        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> console.read("/api/v1/namespaces/gpu-operator/configmaps")
                .toString().contains("h100-03-mig-config"));
        assertThat(console.plan(own("h100-03", LAYOUT, false)).refusalReasons()).extracting(Problem::headline)
                .as("a layout that only the ConfigMap before knew would be lost")
                .anyMatch(text -> text.contains("half-balanced") && text.contains("would omit or change"));
        tellAllSomethingThatIsOffered();

        assertDone(console.change(own("h100-03", LAYOUT, false)));

        assertThat(console.read("/apis/nvidia.com/v1/clusterpolicies/cluster-policy").at("/spec/migManager/config/name")
                .asText()).isEqualTo("tessera-mig-config");
        assertThat(configs("tessera-mig-config")).containsKeys("all-disabled", "all-balanced", "all-1g.10gb");
        assertThat(offered("h100-03", "mig-1g.10gb")).isEqualTo("14");
        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> label("a100-02", "mig.config.state").equals("success"));
    }

    private void tellAllSomethingThatIsOffered() throws Exception {
        for (var node : colleague.nodes().list().getItems()) {
            var config = node.getMetadata().getLabels().getOrDefault("nvidia.com/mig.config", "");
            if (config.startsWith("per-gpu") || config.startsWith("half")) {
                colleague.nodes().withName(node.getMetadata().getName()).patch(PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"labels\":{\"nvidia.com/mig.config\":\"all-balanced\"}}}");
            }
        }
        console.until(clusterSnapshot -> clusterSnapshot.nodes().stream()
                .map(info -> info.nodeSummary().label("nvidia.com/mig.config"))
                .noneMatch(config -> config.startsWith("per-gpu") || config.startsWith("half")));
    }

    @Test
    void aStrategyThatCannotServeItIsChangedOnlyWhenThatIsAllowed() throws Exception {
        policy("{\"mig\":{\"strategy\":\"single\"}}");
        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> label("h100-03", "mig.strategy").equals("single"));
        assertThat(console.plan(own("h100-03", LAYOUT, false)).refusalReasons()).extracting(Problem::problemText)
                .anyMatch(text -> text.contains("single"));

        assertDone(console.change(own("h100-03", LAYOUT, true)));

        assertThat(label("h100-03", "mig.strategy")).isEqualTo("mixed");
        assertThat(offered("h100-03", "mig-4g.40gb")).isEqualTo("4");
    }
}
