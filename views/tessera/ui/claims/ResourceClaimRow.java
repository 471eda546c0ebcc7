package tessera.ui.claims;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import tessera.gpu.ResourceClaimStatus;
import tessera.gpu.ResourceClaimSummary;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.DataTableColumn;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/**
 * A claim in the table.
 *
 * @param age since it was made; negative where that is not known
 */
record ResourceClaimRow(ResourceClaimSummary claimSummary, Duration age) {

    static List<DataTableColumn<ResourceClaimRow>> columns() {
        return List.of(
                DataTableColumn.text("claim", "Claim", 230, (ResourceClaimRow row) -> row.claimSummary().claim().name())
                        .withDrawing(row -> nameNode(row.claimSummary())),
                DataTableColumn
                        .text("namespace", "Namespace", 110,
                                (ResourceClaimRow row) -> row.claimSummary().claim().namespace())
                        .hiddenWhenNarrow(1),
                DataTableColumn
                        .text("status", "Status", 100, (ResourceClaimRow row) -> row.claimSummary().status().title())
                        .orderedBy(row -> Optional.of(row.claimSummary().status().urgency())),
                DataTableColumn
                        .text("asks", "Asks for", 160, (ResourceClaimRow row) -> row.claimSummary().requestText())
                        .hiddenWhenNarrow(2),
                DataTableColumn.text("holds", "Holds", 170, ResourceClaimRow::devicesText).hiddenWhenNarrow(3),
                DataTableColumn.text("message", "Used by, or why it waits", 330,
                        (ResourceClaimRow row) -> row.claimSummary().message()),
                DataTableColumn.text("age", "Age", 70, ResourceClaimRow::ageText)
                        .orderedBy(row -> row.age().isNegative() ? Optional.empty()
                                : Optional.of(row.age().toSeconds())));
    }

    private static Node nameNode(ResourceClaimSummary claimSummary) {
        var name = TextLabelFactory.label(claimSummary.claim().name(), "strong");
        return LayoutBoxFactory.row(8, statusGlyph(claimSummary.status()).node(), name);
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
        return claimSummary.claim().key();
    }

    String devicesText() {
        var devices = claimSummary.allocationText();
        if (devices.isEmpty()) {
            return "–";
        }
        return claimSummary.node().isEmpty() ? devices : claimSummary.node() + " · " + devices;
    }

    private String ageText() {
        return age.isNegative() ? "–" : AgeFormatter.brief(age);
    }
}
