package tessera.ui.claims;

import java.util.Locale;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.gpu.DevicePoolSummary;
import tessera.gpu.DevicePoolSummary.DevicePoolGpu;
import tessera.gpu.DevicePoolSummary.PoolGpuUse;
import tessera.text.MessageCatalog;
import tessera.ui.claims.ResourceClaimsScreenState.DevicePoolViewState;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Renders a pool: its GPUs side by side by use, and the sums below them. */
final class DraPoolCardFactory {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DraPoolCardFactory.class);
    private static final int DRAWN = 16;
    private static final double HEIGHT = 40;
    private static final double FLAG = 8;
    private static final String CHOSEN = "chosen";

    private DraPoolCardFactory() {}

    static Node poolCard(DevicePoolViewState drawing) {
        var poolSummary = drawing.poolSummary();
        var name = TextLabelFactory.label(poolSummary.pool().name(), "strong");
        name.setMinWidth(0);
        var free = new Label(poolSummary.pool().isComplete() ? MESSAGES.text("pool.free", poolSummary.free())
                : MESSAGES.text("pool.skipped"));
        free.getStyleClass().add(poolSummary.free() > 0 && poolSummary.pool().isComplete() ? "strong" : "claims-more");
        free.setMinWidth(Region.USE_PREF_SIZE);
        var head = LayoutBoxFactory.row(8, poolSign(poolSummary).node(), name, LayoutBoxFactory.spacer(), free);
        var foot = TextLabelFactory.label(captionText(poolSummary), "pool-caption");
        var card = LayoutBoxFactory.withStyle(new VBox(6, head, boards(drawing), foot), "pool-card");
        if (!poolSummary.pool().isComplete()) {
            card.getStyleClass().add("skipped");
        }
        if (!drawing.selectedClaim().isEmpty()) {
            card.getStyleClass().add(CHOSEN);
        }
        Tooltip.install(card, new Tooltip("%s · %s".formatted(poolSummary.pool().driver(), sumsText(poolSummary))));
        return card;
    }

    private static StatusGlyph poolSign(DevicePoolSummary poolSummary) {
        if (!poolSummary.pool().isComplete()) {
            return StatusGlyph.WAITING;
        }
        if (poolSummary.gpus().stream()
                .anyMatch(gpuAllocation -> gpuAllocation.use() == PoolGpuUse.LEAKED || gpuAllocation.tainted())) {
            return StatusGlyph.WARNING;
        }
        return StatusGlyph.READY;
    }

    private static Node boards(DevicePoolViewState drawing) {
        var poolSummary = drawing.poolSummary();
        var row = new HBox(4);
        row.setMinHeight(HEIGHT);
        poolSummary.gpus().stream().limit(DRAWN).forEach(gpuAllocation -> {
            var tile = tile(gpuAllocation, drawing.selectedClaim());
            HBox.setHgrow(tile, Priority.ALWAYS);
            row.getChildren().add(tile);
        });
        int more = poolSummary.gpus().size() - DRAWN;
        if (more > 0) {
            var rest = TextLabelFactory.whole("+" + more, "pool-caption");
            row.setAlignment(Pos.CENTER_LEFT);
            row.getChildren().add(rest);
        }
        if (poolSummary.gpus().isEmpty()) {
            row.getChildren().add(shareBar(poolSummary));
        }
        return row;
    }

    /** Returns one bar for devices that are not GPUs, because they are many and alike. */
    private static Node shareBar(DevicePoolSummary poolSummary) {
        var text = new Label(
                MESSAGES.text("pool.used", poolSummary.used(), CountedNoun.DEVICE.countText(poolSummary.total())));
        text.getStyleClass().add("claims-more");
        return text;
    }

    private static Region tile(DevicePoolGpu gpuAllocation, String chosen) {
        var tile = new StackPane();
        boolean cut = !gpuAllocation.parts().isEmpty();
        tile.getStyleClass().addAll("pool-tile", cut ? "cut" : gpuAllocation.use().name().toLowerCase(Locale.ROOT));
        tile.setPrefSize(0, HEIGHT);
        tile.setMaxWidth(Double.MAX_VALUE);
        if (cut) {
            tile.getChildren().add(bands(gpuAllocation, chosen));
        } else if (gpuAllocation.claims().contains(chosen)) {
            tile.getStyleClass().add(CHOSEN);
        }
        if (gpuAllocation.tainted()) {
            tile.getStyleClass().add("flagged");
            var flag = LayoutBoxFactory.withStyle(new Region(), "pool-flag");
            flag.setMinSize(FLAG, FLAG);
            flag.setMaxSize(FLAG, FLAG);
            tile.getChildren().add(flag);
        }
        Tooltip.install(tile, new Tooltip(boardText(gpuAllocation)));
        return tile;
    }

    /** Partitions where they lie in the board's memory, from the top. */
    private static Node bands(DevicePoolGpu gpuAllocation, String chosen) {
        var bands = new Pane();
        for (var part : gpuAllocation.parts()) {
            var band = new Region();
            band.getStyleClass().addAll("pool-tile", part.claims().isEmpty() ? "free" : "parts");
            if (gpuAllocation.use() == PoolGpuUse.LEAKED && !part.claims().isEmpty()) {
                band.getStyleClass().add("leaked");
            }
            if (part.claims().contains(chosen)) {
                band.getStyleClass().add(CHOSEN);
            }
            band.setLayoutY(Math.rint(part.start() * HEIGHT));
            band.setPrefHeight(Math.max(1, Math.rint(part.size() * HEIGHT) - 1));
            band.prefWidthProperty().bind(bands.widthProperty());
            bands.getChildren().add(band);
        }
        return bands;
    }

    private static String boardText(DevicePoolGpu gpuAllocation) {
        var state = switch (gpuAllocation.use()) {
            case WHOLE, PARTS, SHARED -> MESSAGES.text("board.allocated", gpuAllocation.claims());
            case LEAKED -> MESSAGES.text("board.leaked", gpuAllocation.claims());
            case TAINTED -> MESSAGES.text("board.unused");
            case WITHHELD -> MESSAGES.text("board.withheld");
            case FREE -> MESSAGES.text("board.free");
        };
        return MESSAGES.text("board", gpuAllocation.name(), state, gpuAllocation.tainted());
    }

    private static String captionText(DevicePoolSummary poolSummary) {
        var pool = poolSummary.pool();
        var slices = switch (pool.status()) {
            case UPDATING -> MESSAGES.text("pool.slicesSeen", pool.seenSlices(), pool.expectedSlices());
            case INVALID -> MESSAGES.text("pool.invalid");
            case COMPLETE -> MESSAGES.text("pool.slices", pool.expectedSlices());
        };
        return MESSAGES.text("pool.caption", poolSummary.used(), poolSummary.total(), poolSummary.tainted(),
                pool.generation(), slices);
    }

    private static String sumsText(DevicePoolSummary poolSummary) {
        long otherwise = poolSummary.total() - poolSummary.used() - poolSummary.free() - poolSummary.tainted();
        return MESSAGES.text("pool.sums", poolSummary.total(), poolSummary.used(), poolSummary.free(),
                poolSummary.tainted(), otherwise);
    }
}
