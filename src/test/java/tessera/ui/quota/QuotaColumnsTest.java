package tessera.ui.quota;

import java.util.List;
import java.util.Optional;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.insight.Accelerators;
import tessera.insight.Sample;
import tessera.quota.Allowance;
import tessera.quota.NamespaceQuotas;
import tessera.quota.Quota;
import tessera.quota.QuotaKey;
import tessera.quota.Quotas;
import tessera.ui.Stage;
import tessera.ui.StillDesk;
import tessera.ui.kit.DataTable;
import tessera.ui.kit.Sort;
import tessera.ui.kit.Theme;

import static org.assertj.core.api.Assertions.assertThat;

/** Which columns of quotas are in sight in a small window. */
class QuotaColumnsTest {

    /** As much as a window of 1280 pixels leaves to the table, less its scroll bar. */
    private static final int WIDTH = 830;

    @BeforeAll
    static void start() {
        Stage.start();
    }

    @Test
    void whetherAQuotaIsFullAndWhatCanStartIsInSightInASmallWindow() {
        var cluster = new Sample();
        var quota = new Quota("ml", "team", List.of(new Allowance(new QuotaKey("requests.nvidia.com/gpu"), "2",
                Optional.of("2"), Optional.of("2"))), "", List.of());
        var quotas = new Quotas(List.of(new NamespaceQuotas("ml", List.of(quota), List.of(), Optional.empty(),
                Optional.empty())), Optional.empty(), Optional.empty(), List.of(), Optional.empty());
        var rows = new QuotaProjection(Accelerators.standard()).state(cluster.fleet(),
                new QuotaQuery("", Sort.NONE, "", new Told.Known(quotas))).rows();
        var table = Stage.fx(() -> {
            var shown = new DataTable<>("quota-table", QuotaRow.columns(), row -> row.line().id(),
                    new StillDesk(cluster.snapshot()).memory(), row -> {});
            shown.show(rows);
            return new StackPane(shown.node());
        });

        Stage.draw(table, Theme.DARK, WIDTH + 14, 200);

        assertThat(List.of("standing", "used", "hard", "left", "start")).allSatisfy(column -> assertThat(
                Stage.fx(() -> {
                    var heading = table.lookup("#quota-table-" + column);
                    return heading.localToScene(heading.getBoundsInLocal()).getMaxX();
                })).as(column).isLessThanOrEqualTo(WIDTH + 4));
    }
}
