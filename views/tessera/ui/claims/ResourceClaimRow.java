package tessera.ui.claims;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import tessera.gpu.ResourceClaimStatus;
import tessera.gpu.ResourceClaimSummary;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
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

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ResourceClaimRow.class);

    static List<DataTableColumn<ResourceClaimRow>> columns() {
        return List.of(
                DataTableColumn
                        .text("claim", MESSAGES.text("column.claim"), 230,
                                (ResourceClaimRow row) -> row.claimSummary().claim().name())
                        .withDrawing(row -> nameNode(row.claimSummary())),
                DataTableColumn.text("namespace", MESSAGES.text("column.namespace"), 110,
                        (ResourceClaimRow row) -> row.claimSummary().claim().namespace()).hiddenWhenNarrow(1),
                DataTableColumn
                        .text("status", MESSAGES.text("column.status"), 100,
                                (ResourceClaimRow row) -> row.claimSummary().status().title())
                        .orderedBy(row -> Optional.of(row.claimSummary().status().urgency())),
                DataTableColumn.text("asks", MESSAGES.text("column.requests"), 160,
                        (ResourceClaimRow row) -> row.claimSummary().requestText()).hiddenWhenNarrow(2),
                DataTableColumn.text("holds", MESSAGES.text("column.allocated"), 170, ResourceClaimRow::devicesText)
                        .hiddenWhenNarrow(3),
                DataTableColumn.text("message", MESSAGES.text("column.usedBy"), 330,
                        (ResourceClaimRow row) -> row.claimSummary().message()),
                DataTableColumn.text("age", MESSAGES.text("column.age"), 70, ResourceClaimRow::ageText).orderedBy(
                        row -> row.age().isNegative() ? Optional.empty() : Optional.of(row.age().toSeconds())));
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
        return OptionalText.suffixed(claimSummary.node(), " · ") + devices;
    }

    private String ageText() {
        return age.isNegative() ? "–" : AgeFormatter.brief(age);
    }
}
