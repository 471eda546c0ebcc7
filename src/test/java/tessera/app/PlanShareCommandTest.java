package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.app.Program.Outcome;
import tessera.demo.SimulatedCluster.SimulationOptions;

import static org.assertj.core.api.Assertions.assertThat;

/** Who types how GPUs shall be shared sees what it brings to every node, and makes it when that was meant. */
@Timeout(180)
class PlanShareCommandTest extends ServedCluster {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public SimulationOptions options() {
        return super.options().withSpeed(30).withClaims(true);
    }

    private Outcome share(String... words) throws Exception {
        var command = new ArrayList<>(List.of("plan", "share"));
        command.addAll(List.of(words));
        return there(command.toArray(String[]::new));
    }

    /** The words that a preview asks for before it is applied. */
    private String asked(String... words) throws Exception {
        var command = new ArrayList<>(List.of(words));
        command.addAll(List.of("-o", "json"));
        return JSON.readTree(share(command.toArray(String[]::new)).out()).path("confirm").asText();
    }

    /** What the nodes offer, as somebody else sees it. */
    private JsonNode offers(String node) throws Exception {
        var outcome = share(node, "--strategy", "time-slicing", "--replicas", "7", "-o", "json");
        assertThat(outcome.code()).as(outcome.err()).isZero();
        return JSON.readTree(outcome.out()).at("/effects/offers/0/before/resources/nvidia.com~1gpu");
    }

    @Test
    void aPlanShowsWhatEveryNodeOffersBeforeAndAfterAndChangesNothing() throws Exception {
        var outcome = share("b200-02", "--strategy", "time-slicing", "--replicas", "3");

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).startsWith("Share GPUs of b200-02: time-slicing-3\n")
                .contains("b200-02, 8 × NVIDIA-B200: 8 nvidia.com/gpu (not shared) → "
                        + "24 nvidia.com/gpu (time-slicing × 3); 2 running pods keep their allocations")
                .contains("kubectl %s rollout restart -n gpu-operator daemonset/nvidia-device-plugin-daemonset"
                        .formatted(named()))
                .contains("kubectl %s label node b200-02 nvidia.com/device-plugin.config=time-slicing-3 --overwrite"
                        .formatted(named()));
        assertThat(offers("b200-02").asLong()).isEqualTo(8);
        assertThat(share("b200-02", "--config", "shared-4", "-o", "yaml").out())
                .contains("nvidia.com/device-plugin.config: shared-4");
    }

    @Test
    void whatAConfigurationSaysAlreadyIsNotWrittenAgainUnderAnotherName() throws Exception {
        var other = share("b200-02", "--strategy", "time-slicing", "--replicas", "4");
        assertThat(other.out()).startsWith("Share GPUs of b200-02: shared-4\n")
                .contains("The identical configuration shared-4 is reused").doesNotContain("configmaps", "restart");

        var same = share("l40s-01", "--strategy", "time-slicing", "--replicas", "4");
        assertThat(same.code()).as(same.err()).isZero();
        assertThat(same.out()).isEqualTo("Share GPUs of l40s-01: shared-4\n\nNothing to change.\n");
        assertThat(share("l40s-01", "--strategy", "time-slicing", "--replicas", "4", "--config", "ours").out())
                .as("who names one means it").contains("ours: |");
    }

    @Test
    void aNodeWhoseGpusClaimsHandOutHasNoDevicePluginToShareThem() throws Exception {
        assertThat(share("l4-01", "--config", "shared-4").err())
                .contains("l4-01 has no GPU that NVIDIA’s device plugin advertises. "
                        + "The GPUs of l4-01 are allocated to ResourceClaims, "
                        + "and a ResourceClaim sets how its GPU is shared.");
        assertThat(share("--cluster-wide", "--config", "shared-4").out())
                .contains("b200-01, 8 ×", "of all GPU nodes (22)").doesNotContain("l4-01");
    }

    @Test
    void whatIsAppliedTheNodeAgreesWithAndTheCommandOfTheReceiptTakesItBack() throws Exception {
        var text = asked("b200-01", "--config", "shared-4");
        var unsaid = share("b200-01", "--config", "shared-4", "--apply", "--yes");
        assertThat(unsaid.code()).as("a running pod is stranded, and nobody said so").isEqualTo(3);
        assertThat(unsaid.err()).contains("Strands 1 running pod", "add --confirm '%s'".formatted(text));
        var outcome = share("b200-01", "--config", "shared-4", "--apply", "--yes", "--confirm", text);

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err()).contains("[2/2] Wait until b200-01 advertises 32 nvidia.com/gpu: done");
        assertThat(offers("b200-01").asLong()).isEqualTo(32);
        var undo = JSON.readTree(outcome.out()).path("undoCommand").asText();
        assertThat(undo).isEqualTo("tessera plan share b200-01- " + named());
        assertThat(share("b200-01-", "--apply", "--yes", "--confirm", asked("b200-01-")).code()).isZero();
    }

    @Test
    void aFileWithAMisplacedKeyIsToldAndOneThatThePluginRejectsIsRefused() throws Exception {
        var misplaced = Files.writeString(home.resolve("misplaced.yaml"), """
                version: v1
                sharing:
                  timeSlicing:
                    resources:
                    - name: nvidia.com/gpu
                      replicas: 4
                      renameByDefault: true
                """);
        var outcome = share("--config", "mine", "--file", misplaced.toString());
        assertThat(outcome.code()).isZero();
        assertThat(outcome.out()).contains("mine: line 7: sharing.timeSlicing.resources[0].renameByDefault",
                "belongs one level up, next to", "No node uses this configuration yet");

        var refused = share("b200-02", "--write", "mine={version: v1, sharing: {timeSlicing: {}}}", "--config", "mine");
        assertThat(refused.code()).isEqualTo(3);
        assertThat(refused.err()).contains("The device plugin would reject mine", "has no resources");
    }

    @Test
    void mpsIsRefusedOnANodeThatMigDividesAndReadOnlyModeOnAll() throws Exception {
        assertThat(share("a100-01", "--strategy", "mps", "--replicas", "4").err())
                .contains("MPS cannot share MIG-enabled GPUs");
        var outcome = share("b200-02", "--config", "shared-4", "--read-only");
        assertThat(outcome.code()).isEqualTo(3);
        assertThat(outcome.err()).contains("Read-only mode blocks all changes");
    }

    @Test
    void misuseIsExplained() throws Exception {
        for (var texts : List.of(List.<String>of(), List.of("b200-02"), List.of("b200-02", "--strategy", "mps"),
                List.of("b200-02", "--strategy", "often", "--replicas", "4"),
                List.of("b200-02", "--strategy", "none", "--replicas", "4"),
                List.of("b200-02", "--config", "a", "--unset"), List.of("--cluster-wide"), List.of("--file", "a"),
                List.of("--write", "a"), List.of("--config-map", "a"),
                List.of("b200-02", "-l", "a=b", "--config", "c"))) {
            var outcome = share(texts.toArray(String[]::new));

            assertThat(outcome.code()).as(String.join(" ", texts)).isEqualTo(2);
            assertThat(outcome.err()).startsWith("tessera: ").hasLineCount(2);
        }
    }

    @Test
    void ofMigInstancesItIsSaidWhichAreSharedAndWhatIsNotThere() throws Exception {
        var mixed = share("h100-06", "--strategy", "time-slicing", "--replicas", "4", "--resource",
                "nvidia.com/mig-1g.10gb");
        assertThat(mixed.code()).as(mixed.err()).isZero();
        assertThat(mixed.out()).contains("GPU or MIG instance of NVIDIA-H100", "8 nvidia.com/mig-1g.10gb",
                "32 nvidia.com/mig-1g.10gb", "(time-slicing: mig-1g.10gb × 4)", "isolates neither memory nor faults",
                "the whole GPU or MIG instance");
        var whole = share("b200-02", "--strategy", "time-slicing", "--replicas", "4", "--resource",
                "nvidia.com/mig-1g.10gb");
        assertThat(whole.out()).contains("→ 8 nvidia.com/gpu (not shared)",
                "b200-02 does not advertise nvidia.com/mig-1g.10gb, so sharing this resource has no effect there")
                .doesNotContain("isolates neither memory nor faults", "may get two of the same GPU");
    }
}
