package tessera.ui.doctor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Hyperlink;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.util.WaitForAsyncUtils;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.doctor.DiagnosisFinding;
import tessera.doctor.FindingRemediation;
import tessera.model.ObjectRef;
import tessera.text.ForeignMessage;
import tessera.ui.change.NodeChangeActions.OfferedChange;
import tessera.ui.doctor.DoctorView.DoctorFindingRowRenderer;

import static org.assertj.core.api.Assertions.assertThat;

/** What is told of several leads to each of them. */
@ExtendWith(ApplicationExtension.class)
class DoctorFindingRowRendererTest {

    private final List<ObjectRef> opened = new ArrayList<>();

    private HBox row(String object, String... others) {
        var finding = new DiagnosisFinding("gone", AlertOrFindingSeverity.WARNING, object, "",
                new ForeignMessage("It is gone"), "So it is.", List.of(), "Mend it", List.of(), Optional.empty(),
                List.of(others));
        return WaitForAsyncUtils.waitForAsyncFx(60_000, () -> DoctorFindingRowRenderer.rowOf(finding,
                new DoctorFindingRowRenderer.FindingRowActions(opened::add, _ -> Optional.empty(), new HashSet<>())));
    }

    private static Stream<Hyperlink> links(Node row) {
        return row.lookupAll(".hyperlink").stream().map(Hyperlink.class::cast)
                .filter(DoctorFindingRowRendererTest::seen);
    }

    private static boolean seen(Node node) {
        return node.isVisible() && (node.getParent() == null || seen(node.getParent()));
    }

    private static void follow(Node row, String text) {
        WaitForAsyncUtils.waitForAsyncFx(60_000,
                () -> links(row).filter(link -> link.getText().equals(text)).findFirst().orElseThrow().fire());
    }

    @Test
    void eachOfThoseThatItIsToldOfIsOpenedByItsName() {
        var row = row("pods/a -n ml", "pods/b -n ml", "nodes/n", "pods/c -n ml", "pods/d -n ml");
        assertThat(links(row)).extracting(Hyperlink::getText).containsExactlyInAnyOrder("Open a", "Open b", "Open n",
                "Show evidence");

        follow(row, "Open b");
        follow(row, "Show evidence");
        follow(row, "Open d");
        assertThat(opened).containsExactly(ObjectRef.pod("ml", "b"), ObjectRef.pod("ml", "d"));
    }

    @Test
    void whatIsToldOfTheClusterLeadsNowhere() {
        assertThat(links(row("", "quota"))).extracting(Hyperlink::getText).containsExactly("Show evidence");
    }

    private static double wordsBesideButton(int width) {
        var finding = new DiagnosisFinding("hot", AlertOrFindingSeverity.CRITICAL, "nodes/h100-08", "",
                new ForeignMessage("1 device of h100-08 has been withheld from the scheduler"), "So it is.", List.of(),
                "Mend it", List.of(), Optional.of(new FindingRemediation.CordonNodesRemedy(List.of("h100-08"))),
                List.of());
        return WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            var row = DoctorFindingRowRenderer.rowOf(finding,
                    new DoctorFindingRowRenderer.FindingRowActions(object -> {},
                            _ -> Optional.of(new OfferedChange("Cordon h100-08…", () -> {}, Optional.empty())),
                            new HashSet<>()));
            new Scene(new VBox(row), width, 600);
            row.getParent().applyCss();
            row.getParent().layout();
            return ((Region) row.lookup(".strong")).getParent().getLayoutBounds().getWidth();
        });
    }

    @Test
    void whatIsWrongIsReadOnWholeLinesAndItsButtonGoesBelowWhereThereIsLittleRoom() {
        assertThat(wordsBesideButton(480)).as("the button is below").isGreaterThan(430);
        assertThat(wordsBesideButton(700)).as("the button is beside it").isBetween(340.0, 600.0);
    }

    /** What a row takes below its last line is seen as a hole in the list. */
    @Test
    void aRowEndsWhereItsLastLineDoesHoweverManyLinesItsLinksTake() {
        for (int width : List.of(1_000, 500, 300)) {
            assertThat(below(width)).as("at %d", width).isBetween(-1.0, 2.0);
        }
    }

    private double below(int width) {
        var row = row("pods/llm-serve-18-dhl6bp89jm-h7c64 -n ml", "pods/llm-serve-39-vvm6lzdlvg-hth8j -n ml",
                "pods/embed-21-k78gss9clw-gtcp4 -n ml");
        return WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            var list = new VBox(row);
            new Scene(list, width, 600);
            list.applyCss();
            list.layout();
            var last = links(row).mapToDouble(link -> link.localToScene(link.getBoundsInLocal()).getMaxY()).max();
            return row.localToScene(row.getBoundsInLocal()).getMaxY() - last.orElseThrow();
        });
    }
}
