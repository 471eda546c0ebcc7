package tessera.ui;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.Test;
import tessera.flow.LatestValue;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.model.Problem;
import tessera.model.SessionConnectionStatus;
import tessera.model.reading.FleetReadings;
import tessera.ui.ScreenUpdater.WindowRegion;

import static org.assertj.core.api.Assertions.assertThat;

/** The places of a window when something goes wrong in one of them. */
class ScreenUpdaterTest {

    /** A screen that prints what it is asked, and has a defect when it is asked for it. */
    private static final class Echo implements SnapshotDrivenScreen<String, String> {

        private final SimpleObjectProperty<String> query;
        private final List<String> printed = new ArrayList<>();
        private int projected;

        Echo(String query) {
            this.query = new SimpleObjectProperty<>(query);
        }

        @Override
        public Node node() {
            return new Region();
        }

        @Override
        public ObservableValue<String> query() {
            return query;
        }

        @Override
        public String project(GpuFleet fleet, String question) {
            projected++;
            if (question.equals("defect")) {
                throw new IllegalStateException("a defect");
            }
            return question;
        }

        @Override
        public void show(String state) {
            if (state.equals("unprintable")) {
                throw new IllegalStateException("unprintable");
            }
            printed.add(state);
        }

        @Override
        public void showProblem(Problem problem) {
            printed.add(problem.headline() + ": " + problem.detail());
        }
    }

    private static List<String> after(Runnable action, Echo screen) {
        Stage.fx(() -> {
            action.run();
            return true;
        });
        return Stage.fx(() -> List.copyOf(screen.printed));
    }

    @Test
    void aDefectInOnePlaceIsSaidThereAndTheOthersStayCurrent() {
        Stage.start();
        var frame = new Echo("frame");
        var screen = new Echo("defect");
        var inspector = new Echo("unprintable");
        try (var host = new ScreenUpdater(new LatestValue<>(new Sample().snapshot()),
                new LatestValue<>(FleetReadings.emptyReadings()), new LatestValue<>(Map.of()),
                () -> new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()), Runnable::run)) {
            after(() -> {
                host.openScreen(WindowRegion.SCREEN, screen);
                host.openScreen(WindowRegion.INSPECTOR, inspector);
                host.openScreen(WindowRegion.FRAME, frame);
            }, frame);
            var said = "Cannot show this screen: java.lang.IllegalStateException: a defect";
            assertThat(after(() -> {}, screen)).containsExactly(said);
            assertThat(after(() -> {}, frame)).containsExactly("frame");
            assertThat(after(() -> {}, inspector))
                    .contains("Cannot show this screen: java.lang.IllegalStateException: unprintable");
            assertThat(after(() -> screen.query.set("well"), screen)).containsExactly(said, "well");
        }
    }

    @Test
    void whatDoesNotDependOnTheTimeIsNotComputedWithEveryTickOfTheClock() {
        Stage.start();
        var clock = new Echo("14:00:00");
        var screen = new Echo("nodes");
        var snapshots = new LatestValue<>(new Sample().snapshot());
        try (var host = new ScreenUpdater(snapshots, new LatestValue<>(FleetReadings.emptyReadings()),
                new LatestValue<>(Map.of()), () -> new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()),
                Runnable::run)) {
            after(() -> {
                host.openScreen(WindowRegion.SCREEN, screen);
                host.openScreen(WindowRegion.FRAME, clock);
            }, screen);
            assertThat(after(() -> clock.query.set("14:00:01"), clock)).endsWith("14:00:01");
            assertThat(after(() -> clock.query.set("14:00:02"), clock)).endsWith("14:00:02");
            assertThat(screen.projected).isEqualTo(1);

            after(() -> snapshots.update(before -> before.withConnection(new SessionConnectionStatus.NoConnection())),
                    screen);
            assertThat(after(() -> {}, screen)).containsExactly("nodes");
            assertThat(screen.projected).isEqualTo(2);
        }
    }
}
