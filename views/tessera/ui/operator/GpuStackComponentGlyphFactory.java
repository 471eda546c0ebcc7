package tessera.ui.operator;

import javafx.scene.Node;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import tessera.stack.NodeGpuStackComponent;
import tessera.stack.NodeGpuStackComponentChain;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.StatusGlyph;

/** Status glyphs of components and of nodes. What holds is a dot, so that only what does not catches the eye. */
final class GpuStackComponentGlyphFactory {

    private static final double DOT = 6;

    private GpuStackComponentGlyphFactory() {}

    static StatusGlyph glyphOf(NodeGpuStackComponent.NodeComponentState state) {
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

    static StatusGlyph glyphOf(NodeGpuStackComponentChain chain) {
        if (chain.worstState() == NodeGpuStackComponent.NodeComponentState.READY && chain.node().isClosed()) {
            return StatusGlyph.CORDONED;
        }
        return glyphOf(chain.worstState());
    }

    static Node linkNode(NodeGpuStackComponent.NodeComponentState state) {
        return switch (state) {
            case READY -> dotNode();
            case WAITS, STARTING -> StatusGlyph.WAITING.node("muted");
            default -> glyphOf(state).node();
        };
    }

    static Node dotNode() {
        var dot = LayoutBoxFactory.withStyle(new Region(), "link-dot");
        dot.setMinSize(DOT, DOT);
        dot.setMaxSize(DOT, DOT);
        var box = new StackPane(dot);
        box.setMinSize(StatusGlyph.BOX, StatusGlyph.BOX);
        box.setMaxSize(StatusGlyph.BOX, StatusGlyph.BOX);
        box.setAccessibleText(StatusGlyph.READY.accessibleText());
        return box;
    }

    /** Returns the style class of a component's text. */
    static String textStyle(NodeGpuStackComponent.NodeComponentState state) {
        return switch (state) {
            case BROKEN -> "danger-text";
            case LOOK, PAUSED -> "warn-text";
            default -> "muted";
        };
    }
}
