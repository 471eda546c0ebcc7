package tessera.ui.operator;

import javafx.scene.Node;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import tessera.stack.Link;
import tessera.stack.NodeChain;
import tessera.ui.kit.Glyph;

/** The signs of links and of nodes. What holds is a dot, so that only what does not catches the eye. */
final class LinkSigns {

    private static final double DOT = 6;

    private LinkSigns() {}

    static Glyph glyph(Link.State state) {
        return switch (state) {
            case BROKEN -> Glyph.BROKEN;
            case UNKNOWN -> Glyph.UNREACHABLE;
            case PAUSED -> Glyph.CORDONED;
            case LOOK -> Glyph.WARNING;
            case WAITS, STARTING -> Glyph.WAITING;
            case READY -> Glyph.READY;
            case ABSENT -> Glyph.NONE;
        };
    }

    static Glyph glyph(NodeChain chain) {
        return chain.worst() == Link.State.READY && chain.node().closed() ? Glyph.CORDONED : glyph(chain.worst());
    }

    static Node node(Link.State state) {
        return switch (state) {
            case READY -> dot();
            case WAITS, STARTING -> Glyph.WAITING.node("muted");
            default -> glyph(state).node();
        };
    }

    static Node dot() {
        var dot = new Region();
        dot.getStyleClass().add("link-dot");
        dot.setMinSize(DOT, DOT);
        dot.setMaxSize(DOT, DOT);
        var box = new StackPane(dot);
        box.setMinSize(Glyph.BOX, Glyph.BOX);
        box.setMaxSize(Glyph.BOX, Glyph.BOX);
        box.setAccessibleText(Glyph.READY.words());
        return box;
    }

    /** How the words of a link are set. */
    static String style(Link.State state) {
        return switch (state) {
            case BROKEN -> "danger-text";
            case LOOK, PAUSED -> "warn-text";
            default -> "muted";
        };
    }
}
