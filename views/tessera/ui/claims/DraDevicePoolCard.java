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
import tessera.insight.DevicePoolSummary;
import tessera.insight.DevicePoolSummary.PoolGpuAllocation;
import tessera.insight.DevicePoolSummary.PoolGpuUse;
import tessera.model.WordListText;
import tessera.ui.claims.ClaimsScreenState.ResourcePoolDrawing;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.StatusGlyph;

/** Renders a pool: its GPUs side by side by use, and the sums below them. */
final class DraDevicePoolCard {

    private static final int NAMED = 3;
    private static final int DRAWN = 16;
    private static final double HEIGHT = 40;
    private static final double FLAG = 8;
    private static final String CHOSEN = "chosen";

    private DraDevicePoolCard() {}

    static Node poolCard(ResourcePoolDrawing drawing) {
        var line = drawing.line();
        var name = new Label(line.pool().name());
        name.getStyleClass().add("strong");
        name.setMinWidth(0);
        var free = new Label(line.pool().isComplete() ? line.free() + " free" : "skipped");
        free.getStyleClass().add(line.free() > 0 && line.pool().isComplete() ? "strong" : "claims-more");
        free.setMinWidth(Region.USE_PREF_SIZE);
        var gap = new Region();
        HBox.setHgrow(gap, Priority.ALWAYS);
        var head = new HBox(8, poolSign(line).node(), name, gap, free);
        head.setAlignment(Pos.CENTER_LEFT);
        var foot = new Label(captionText(line));
        foot.getStyleClass().add("pool-caption");
        var card = new VBox(6, head, boards(drawing), foot);
        card.getStyleClass().add("pool-card");
        if (!line.pool().isComplete()) {
            card.getStyleClass().add("skipped");
        }
        if (!drawing.chosen().isEmpty()) {
            card.getStyleClass().add(CHOSEN);
        }
        Tooltip.install(card, new Tooltip("%s · %s".formatted(line.pool().driver(), sumsText(line))));
        return card;
    }

    private static StatusGlyph poolSign(DevicePoolSummary line) {
        if (!line.pool().isComplete()) {
            return StatusGlyph.WAITING;
        }
        if (line.boards().stream().anyMatch(board -> board.use() == PoolGpuUse.LEAKED || board.tainted())) {
            return StatusGlyph.WARNING;
        }
        return StatusGlyph.READY;
    }

    private static Node boards(ResourcePoolDrawing drawing) {
        var line = drawing.line();
        var row = new HBox(4);
        row.setMinHeight(HEIGHT);
        line.boards().stream().limit(DRAWN).forEach(board -> {
            var tile = tile(board, drawing.chosen());
            HBox.setHgrow(tile, Priority.ALWAYS);
            row.getChildren().add(tile);
        });
        int more = line.boards().size() - DRAWN;
        if (more > 0) {
            var rest = new Label("+" + more);
            rest.getStyleClass().add("pool-caption");
            rest.setMinWidth(Region.USE_PREF_SIZE);
            row.setAlignment(Pos.CENTER_LEFT);
            row.getChildren().add(rest);
        }
        if (line.boards().isEmpty()) {
            row.getChildren().add(shareBar(line));
        }
        return row;
    }

    /** Returns one bar for devices that are not GPUs, because they are many and alike. */
    private static Node shareBar(DevicePoolSummary line) {
        var text = new Label("%d of %s held".formatted(line.used(), NumberText.withNoun(line.total(), "device")));
        text.getStyleClass().add("claims-more");
        return text;
    }

    private static Region tile(PoolGpuAllocation board, String chosen) {
        var tile = new StackPane();
        boolean cut = !board.parts().isEmpty();
        tile.getStyleClass().addAll("pool-tile", cut ? "cut" : board.use().name().toLowerCase(Locale.ROOT));
        tile.setPrefSize(0, HEIGHT);
        tile.setMaxWidth(Double.MAX_VALUE);
        if (cut) {
            tile.getChildren().add(bands(board, chosen));
        } else if (board.claims().contains(chosen)) {
            tile.getStyleClass().add(CHOSEN);
        }
        if (board.tainted()) {
            tile.getStyleClass().add("flagged");
            var flag = new Region();
            flag.getStyleClass().add("pool-flag");
            flag.setMinSize(FLAG, FLAG);
            flag.setMaxSize(FLAG, FLAG);
            tile.getChildren().add(flag);
        }
        Tooltip.install(tile, new Tooltip(boardText(board)));
        return tile;
    }

    /** Partitions where they lie in the board's memory, from the top. */
    private static Node bands(PoolGpuAllocation board, String chosen) {
        var bands = new Pane();
        for (var part : board.parts()) {
            var band = new Region();
            band.getStyleClass().addAll("pool-tile", part.claims().isEmpty() ? "free" : "parts");
            if (board.use() == PoolGpuUse.LEAKED && !part.claims().isEmpty()) {
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

    private static String boardText(PoolGpuAllocation board) {
        var state = switch (board.use()) {
            case WHOLE, PARTS, SHARED -> "held by " + WordListText.firstWords(board.claims(), NAMED);
            case LEAKED -> "held by %s, which no pod uses".formatted(WordListText.firstWords(board.claims(), NAMED));
            case TAINTED -> "unused";
            case WITHHELD -> "not to be had";
            case FREE -> "free";
        };
        return "%s: %s%s".formatted(board.name(), state, board.tainted() ? ", tainted" : "");
    }

    private static String captionText(DevicePoolSummary line) {
        var pool = line.pool();
        var slices = switch (pool.status()) {
            case UPDATING ->
                "%d of %s seen".formatted(pool.seenSlices(), NumberText.withNoun(pool.expectedSlices(), "slice"));
            case INVALID -> "slices contradict each other";
            case COMPLETE -> NumberText.withNoun(pool.expectedSlices(), "slice");
        };
        return "%d of %d used%s · gen %d · %s".formatted(line.used(), line.total(),
                line.tainted() == 0 ? "" : " · %d tainted".formatted(line.tainted()), pool.generation(), slices);
    }

    private static String sumsText(DevicePoolSummary line) {
        long otherwise = line.total() - line.used() - line.free() - line.tainted();
        return "%d in all: %d used, %d free, %d tainted%s".formatted(line.total(), line.used(), line.free(),
                line.tainted(), otherwise == 0 ? "" : ", %d out of service otherwise".formatted(otherwise));
    }
}
