package tessera.ui.change.mig;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import tessera.mig.MigConfig;
import tessera.mig.MigInstanceCombination;
import tessera.mig.MigLayoutNotation;
import tessera.mig.MigProductCatalog;
import tessera.mig.MigProfile;
import tessera.mig.NodeMigLayoutDraft;

import static org.assertj.core.api.Assertions.assertThat;

/** Who composes a layout is offered only what can be had, and told why something cannot. */
class MigLayoutDraftTest {

    private final MigLayoutDraft draft = new MigLayoutDraft(
            NodeMigLayoutDraft.ofWholeGpus(MigProductCatalog.bundled().findById("h100-80gb").orElseThrow(), 3));

    private void put(String size, int gpu, int unit) {
        draft.chooseProfile(MigProfile.parse(size).orElseThrow());
        draft.moveCursor(gpu, unit);
        draft.addInstance();
    }

    private String text() {
        return MigLayoutNotation.format(draft.composition().toConfigEntries());
    }

    @Test
    void anInstanceLiesWhereThePreviewOfTheConfigurationWillDrawIt() {
        put("3g.40gb", 0, 6);
        put("2g.20gb", 0, 1);
        assertThat(draft.composition().layoutOf(0).instances()).extracting(Object::toString)
                .containsExactly("2g.20gb at 0:2", "3g.40gb at 4:4");
        assertThat(draft.unit()).as("one turns to the instance that was added").isZero();
        assertThat(text()).isEqualTo("0=3g.40gb,2g.20gb;1-2=off");
        var product = draft.composition().product();
        var previewed = new MigConfig("own", draft.composition().toConfigEntries())
                .intentFor(Collections.nCopies(3, new MigConfig.TargetGpu(product, "")));
        assertThat(previewed.gpus()).isEqualTo(draft.composition().gpuPlans());
    }

    @Test
    void whatDoesNotFitIsRefusedWithTheReasonAndNothingChanges() {
        put("4g.40gb", 0, 0);
        var before = text();
        put("4g.40gb", 0, 5);
        assertThat(draft.messageText()).startsWith("GPU 0: ").contains("4g.40gb");
        put("7g.80gb", 0, 2);
        assertThat(draft.messageText()).contains("GPU 0: ", "7g.80gb");
        assertThat(text()).isEqualTo(before);
    }

    @Test
    void instancesMoveWhereThatMakesRoomForAnother() {
        put("1g.10gb", 0, 0);
        put("4g.40gb", 0, 0);
        assertThat(text()).isEqualTo("0=4g.40gb,1g.10gb;1-2=off");
    }

    @Test
    void theRestOfAGpuIsFilledAndAllAreMadeAlike() {
        put("3g.40gb", 1, 0);
        draft.chooseProfile(MigProfile.parse("1g.10gb").orElseThrow());
        draft.fillGpu();
        assertThat(draft.composition().layoutOf(1).combination().toString()).isEqualTo("3g.40gb + 4 × 1g.10gb");
        draft.fillGpu();
        assertThat(draft.messageText()).contains("no room for another 1g.10gb");
        draft.copyToAllGpus();
        assertThat(text()).isEqualTo("3g.40gb,4x1g.10gb");
        draft.moveCursor(2, 0);
        draft.leaveWhole();
        draft.moveCursor(0, 0);
        draft.clearGpu();
        assertThat(text()).isEqualTo("0=none;1=3g.40gb,4x1g.10gb;2=off");
    }

    @Test
    void anInstanceIsTakenAwayAgain() {
        put("2g.20gb", 0, 2);
        draft.removeInstance();
        assertThat(draft.composition().layoutOf(0).combination()).isEqualTo(MigInstanceCombination.of(List.of()));
        draft.removeInstance();
        assertThat(draft.messageText()).isEqualTo("No MIG instance at this position");
    }

    @Test
    void requestsAreServedWithTheFewestGpusOrItIsToldHowManyItWouldTake() {
        draft.layOutRequests("2x3g.40gb,5x1g.10gb");
        assertThat(draft.messageText()).contains("Uses 2 GPUs, the minimum");
        assertThat(draft.composition().gpus().get(2)).isEmpty();
        draft.layOutRequests("8x4g.40gb");
        assertThat(draft.messageText()).isEqualTo("Needs 8 GPUs. Only 3 available.");
        draft.layOutRequests("nonsense");
        assertThat(draft.messageText()).contains("“nonsense” is not a MIG profile");
    }

    @Test
    void aPlaceBeyondTheEdgeIsTheEdge() {
        draft.moveCursor(99, 99);
        assertThat(draft.gpu()).isEqualTo(2);
        assertThat(draft.unit()).isEqualTo(7);
        draft.moveCursor(-1, -1);
        assertThat(draft.messageText()).isEqualTo("GPU 0: whole");
    }
}
