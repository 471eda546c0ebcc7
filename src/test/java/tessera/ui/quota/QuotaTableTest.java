package tessera.ui.quota;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.scene.control.Labeled;
import javafx.scene.layout.StackPane;
import javafx.scene.text.Text;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.Sample;
import tessera.quota.NamespaceQuotasAndLimits;
import tessera.quota.QuotaKey;
import tessera.quota.QuotaOverview;
import tessera.quota.ResourceQuotaKeyUsage;
import tessera.quota.ResourceQuotaSummary;
import tessera.ui.Stage;
import tessera.ui.StillDesk;
import tessera.ui.kit.ColorTheme;
import tessera.ui.kit.DataTable;
import tessera.ui.kit.TableSort;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** What of a quota's line is to be read beside the pane that tells what bounds a namespace. */
class QuotaTableTest {

    private static final String GPU = "nvidia.com/gpu";
    /** As much as a window of 1440 pixels leaves to it. */
    private static final int WIDTH = 1036;
    /** The same of one of 1280, less the scroll bar. */
    private static final int SMALL = 880;

    @BeforeAll
    static void start() {
        Stage.start();
    }

    @Test
    void howMuchThereIsInALargeClusterIsReadToItsEnd() {
        var table = table(
                new Sample().with(node("whole").nvidia("NVIDIA-H100", 930).has(GPU, 930)).with(node("shared")
                        .nvidia("NVIDIA-L4-SHARED", 99).label("nvidia.com/gpu.replicas", "4").has(GPU, 396)),
                "9000", "1595");

        Stage.draw(table, ColorTheme.DARK, WIDTH, 200);

        assertThat(Stage.fx(() -> table.lookupAll(".number-cell").stream().map(Labeled.class::cast)
                .map(cell -> cell.lookup(".text")).filter(Objects::nonNull).map(text -> ((Text) text).getText())
                .filter(words -> !words.isEmpty()).toList()))
                .containsExactly("1\u202f595", "9\u202f000", "7\u202f405", "930 + 396 shared", "930 + 396 shared");
    }

    @Test
    void allThatIsToldOfAQuotaIsInSightInASmallWindow() {
        var table = table(new Sample(), "2", "2");

        Stage.draw(table, ColorTheme.DARK, SMALL + 14, 200);

        assertThat(List.of("standing", "used", "hard", "left", "start", "free"))
                .allSatisfy(column -> assertThat(Stage.fx(() -> {
                    var heading = table.lookup("#quota-table-" + column);
                    return heading.localToScene(heading.getBoundsInLocal()).getMaxX();
                })).as(column).isLessThanOrEqualTo(SMALL + 4));
    }

    /** A line of one quota. */
    private static StackPane table(Sample cluster, String hard, String used) {
        var quota = new ResourceQuotaSummary("ml", "team", List.of(
                new ResourceQuotaKeyUsage(new QuotaKey("requests." + GPU), hard, Optional.of(used), Optional.of(hard))),
                "", List.of());
        var quotas = new QuotaOverview(List
                .of(new NamespaceQuotasAndLimits("ml", List.of(quota), List.of(), Optional.empty(), Optional.empty())),
                Optional.empty(), Optional.empty(), List.of(), Optional.empty());
        var rows = new QuotaScreenStateBuilder(AcceleratorCatalog.standard())
                .project(cluster.fleet(), new QuotaScreenInput("", TableSort.NONE, "",
                        new QuotaReadState.KnownQuotas(quotas, Instant.EPOCH, Optional.empty())))
                .rows();
        return Stage.fx(() -> {
            var displayedDataTable = new DataTable<>("quota-table", QuotaRow.columns(), row -> row.tableRow().id(),
                    new StillDesk(cluster.snapshot()).layoutMemory(), row -> {});
            displayedDataTable.show(rows);
            return new StackPane(displayedDataTable.node());
        });
    }
}
