package tessera.ui.claims;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import tessera.insight.ResourceClaimStatus;
import tessera.insight.ResourceClaimSummary;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.StatusGlyph;

/**
 * A claim in the table.
 *
 * @param age since it was made; negative where that is not known
 */
record ResourceClaimRow(ResourceClaimSummary line, Duration age) {

    static List<DataColumn<ResourceClaimRow>> columns() {
        return List.of(
                DataColumn.text("claim", "Claim", 230, (ResourceClaimRow row) -> row.line().claim().name())
                        .withDrawing(row -> nameNode(row.line())),
                DataColumn.text("namespace", "Namespace", 110, (ResourceClaimRow row) -> row.line().claim().namespace())
                        .hiddenWhenNarrow(1),
                DataColumn.text("status", "Status", 100, (ResourceClaimRow row) -> row.line().status().title())
                        .orderedBy(row -> Optional.of(row.line().status().urgency())),
                DataColumn.text("asks", "Asks for", 160, (ResourceClaimRow row) -> row.line().requestText())
                        .hiddenWhenNarrow(2),
                DataColumn.text("holds", "Holds", 170, ResourceClaimRow::devicesText).hiddenWhenNarrow(3),
                DataColumn.text("message", "Used by, or why it waits", 330,
                        (ResourceClaimRow row) -> row.line().message()),
                DataColumn.text("age", "Age", 70, ResourceClaimRow::ageText)
                        .orderedBy(row -> row.age().isNegative() ? Optional.empty()
                                : Optional.of(row.age().toSeconds())));
    }

    private static Node nameNode(ResourceClaimSummary line) {
        var name = new Label(line.claim().name());
        name.getStyleClass().add("strong");
        var box = new HBox(8, statusGlyph(line.status()).node(), name);
        box.setAlignment(Pos.CENTER_LEFT);
        return box;
    }

    static StatusGlyph statusGlyph(ResourceClaimStatus status) {
        return switch (status) {
            case PENDING -> StatusGlyph.WAITING;
            case LEAKED, CONFLICT, UNPUBLISHED, DELETING -> StatusGlyph.WARNING;
            case SHARED, ALLOCATED -> StatusGlyph.READY;
            case ADMIN -> StatusGlyph.INFO;
        };
    }

    String key() {
        return line.claim().key();
    }

    String devicesText() {
        var devices = line.allocationText();
        if (devices.isEmpty()) {
            return "–";
        }
        return line.node().isEmpty() ? devices : line.node() + " · " + devices;
    }

    private String ageText() {
        return age.isNegative() ? "–" : AgeText.brief(age);
    }
}
