package tessera.ui.inspect;

import java.util.List;
import java.util.concurrent.TimeUnit;
import javafx.beans.property.SimpleObjectProperty;
import org.junit.jupiter.api.Test;
import org.testfx.util.WaitForAsyncUtils;
import tessera.gpu.MigPlacementSource;
import tessera.gpu.ReportedMigPlacements;
import tessera.gpu.ReportedMigPlacements.ReportedMigInstance;
import tessera.gpu.Sample;
import tessera.mig.MigPlacement;
import tessera.mig.MigProfile;
import tessera.model.NodeWithBoundPods;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.ui.Stage;
import tessera.ui.StillDesk;

import static org.assertj.core.api.Assertions.assertThat;

/** The line above MIG layouts that has the driver asked where instances lie. */
class PlacesLineTest {

    private static final ReportedMigPlacements TOLD = new ReportedMigPlacements(
            "nvidia-smi in gpu-operator/mig-manager-x", Sample.NOW.minusSeconds(5), List.of(new ReportedMigInstance(0,
                    "", MigProfile.parse("1g.10gb").orElseThrow(), 11, new MigPlacement(4, 1))));

    private interface Driver {
        ReportedMigPlacements asked() throws ProblemException;
    }

    private static MigPlacementSourceLine line(Driver driver) {
        return line(driver, true);
    }

    private static MigPlacementSourceLine line(Driver driver, boolean asks) {
        Stage.start();
        var desk = new StillDesk(new Sample().with(Sample.node("n")).snapshot());
        desk.placementSource = new MigPlacementSource() {
            @Override
            public ReportedMigPlacements readPublished(String node) {
                return ReportedMigPlacements.NOTHING;
            }

            @Override
            public ReportedMigPlacements queryDriver(NodeWithBoundPods node) throws ProblemException {
                return driver.asked();
            }
        };
        return Stage.fx(() -> {
            var line = new MigPlacementSourceLine(desk, new SimpleObjectProperty<>(Sample.NOW));
            line.readKnown("n");
            if (asks) {
                line.queryButton().fire();
            }
            return line;
        });
    }

    private static String words(MigPlacementSourceLine line) {
        return Stage.fx(() -> line.sourceLabel().getText());
    }

    private static void await(MigPlacementSourceLine line, String text) throws Exception {
        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> words(line).contains(text));
    }

    @Test
    void whatTheDriverSaysIsDrawnAndWhoSaidItAndWhenIsTold() throws Exception {
        var line = line(() -> TOLD);

        await(line, "From nvidia-smi in gpu-operator/mig-manager-x");
        assertThat(words(line)).contains("5 s ago");
        assertThat(line.placementsProperty().get()).isEqualTo(TOLD);
    }

    @Test
    void driverIsNotToBeAskedForWhatIsKnownExactly() throws Exception {
        var published = line(() -> TOLD, false);
        var asked = line(() -> TOLD, true);
        await(asked, "From nvidia-smi");
        for (var line : List.of(published, asked)) {
            Stage.fx(() -> {
                line.showExactness(true);
                return true;
            });
        }

        assertThat(Stage.fx(() -> published.queryButton().isManaged())).isFalse();
        assertThat(Stage.fx(() -> asked.queryButton().isManaged())).as("its answer ages").isTrue();
        assertThat(asked.queryButton().getText()).isEqualTo("Reload");
        assertThat(Stage.fx(() -> {
            published.showExactness(false);
            return published.queryButton().isManaged();
        })).as("a GPU whose placements are not exact").isTrue();
    }

    @Test
    void thatReadOnlyModeRefusesItIsSaidAndNothingIsDrawn() throws Exception {
        var line = line(() -> {
            throw new ProblemException(Problem.of(OperationProblemKind.READ_ONLY, "Read-only mode did not send it")
                    .withDetail("It reaches into a container")
                    .withRemedy("Leave read-only mode to change the cluster."));
        });

        await(line, "It reaches into a container");
        assertThat(words(line)).contains("Leave read-only mode");
        assertThat(line.placementsProperty().get().hasAny()).isFalse();
    }
}
