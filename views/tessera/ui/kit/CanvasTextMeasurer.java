package tessera.ui.kit;

import java.util.LinkedHashMap;
import java.util.Map;
import javafx.scene.text.Font;
import javafx.scene.text.Text;

/** Measures text that is drawn on a canvas, and shortens it. Remembers what it measured. FX thread. */
public final class CanvasTextMeasurer {

    private static final int REMEMBERED = 20_000;
    private static final String ELLIPSIS = "…";

    private record TextWidthCacheKey(String text, Font font) {}

    private final Text ruler = new Text();
    private final Map<TextWidthCacheKey, Double> widths = new LinkedHashMap<>();

    public double width(String text, Font font) {
        if (widths.size() > REMEMBERED) {
            widths.clear();
        }
        return widths.computeIfAbsent(new TextWidthCacheKey(text, font), this::measureText);
    }

    /** Returns the text, or its beginning with an ellipsis; empty where not even that fits. */
    public String shorten(String text, Font font, double room) {
        if (width(text, font) <= room) {
            return text;
        }
        int low = 0;
        int high = text.length();
        while (low < high) {
            int middle = (low + high + 1) / 2;
            if (width(text.substring(0, middle) + ELLIPSIS, font) <= room) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low == 0 ? "" : text.substring(0, low) + ELLIPSIS;
    }

    /**
     * A name of a machine with as little left out as fits: its domain, which it has in common with others, or else some of its
     * middle, as what tells it from others is at its end.
     */
    public String name(String name, Font font, double room) {
        if (width(name, font) <= room) {
            return name;
        }
        int dot = name.indexOf('.');
        if (dot > 0) {
            return shorten(name.substring(0, dot) + ELLIPSIS, font, room);
        }
        for (int kept = name.length() - 1; kept > 1; kept--) {
            var shorter = name.substring(0, (kept + 1) / 2) + ELLIPSIS + name.substring(name.length() - kept / 2);
            if (width(shorter, font) <= room) {
                return shorter;
            }
        }
        return shorten(name, font, room);
    }

    /** Returns the text without as many of its last parts as do not fit. */
    public String dropLastParts(String text, String separator, Font font, double room) {
        var piece = text;
        while (!piece.isEmpty() && width(piece, font) > room) {
            piece = piece.substring(0, Math.max(0, piece.lastIndexOf(separator)));
        }
        return piece;
    }

    private double measureText(TextWidthCacheKey what) {
        ruler.setText(what.text());
        ruler.setFont(what.font());
        return ruler.getLayoutBounds().getWidth();
    }
}
