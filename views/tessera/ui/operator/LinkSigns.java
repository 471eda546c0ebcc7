package tessera.ui.operator;

import javafx.scene.Node;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import tessera.stack.ChainLink;
import tessera.stack.NodeChain;
import tessera.ui.kit.StatusGlyph;

/** The signs of links and of nodes. What holds is a dot, so that only what does not catches the eye. */
final class LinkSigns {

    private static final double DOT = 6;

    private LinkSigns() {}

    static StatusGlyph glyph(ChainLink.LinkState state) {
        return switch (state) {
            case BROKEN -> StatusGlyph.BROKEN;
            case UNKNOWN -> StatusGlyph.UNREACHABLE;
            case PAUSED -> StatusGlyph.CORDONED;
            case LOOK -> StatusGlyph.WARNING;
            case WAITS, STARTING -> StatusGlyph.WAITING;
            case READY -> StatusGlyph.READY;
            case ABSENT -> StatusGlyph.NONE;
        };
    }

    static StatusGlyph glyph(NodeChain chain) {
        return chain.worst() == ChainLink.LinkState.READY && chain.node().closed() ? StatusGlyph.CORDONED
                : glyph(chain.worst());
    }

    static Node node(ChainLink.LinkState state) {
        return switch (state) {
            case READY -> dot();
            case WAITS, STARTING -> StatusGlyph.WAITING.node("muted");
            default -> glyph(state).node();
        };
    }

    static Node dot() {
        var dot = new Region();
        dot.getStyleClass().add("link-dot");
        dot.setMinSize(DOT, DOT);
        dot.setMaxSize(DOT, DOT);
        var box = new StackPane(dot);
        box.setMinSize(StatusGlyph.BOX, StatusGlyph.BOX);
        box.setMaxSize(StatusGlyph.BOX, StatusGlyph.BOX);
        box.setAccessibleText(StatusGlyph.READY.words());
        return box;
    }

    /** How the words of a link are set. */
    static String style(ChainLink.LinkState state) {
        return switch (state) {
            case BROKEN -> "danger-text";
            case LOOK, PAUSED -> "warn-text";
            default -> "muted";
        };
    }
}
