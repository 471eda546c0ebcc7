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
     * Returns a machine's name with as little left out as fits: its domain first, which it has in common with others, then its
     * beginning, as machines of a pool differ at the end.
     */
    public String shortenNodeName(String name, Font font, double room) {
        if (width(name, font) <= room) {
            return name;
        }
        var host = hostName(name);
        var domain = host.length() < name.length() ? ELLIPSIS : "";
        if (width(host + domain, font) <= room) {
            return host + domain;
        }
        for (int from = 1; from < host.length(); from++) {
            if (width(ELLIPSIS + host.substring(from) + domain, font) <= room) {
                return ELLIPSIS + host.substring(wordStart(host, from)) + domain;
            }
        }
        return "";
    }

    /** Returns a name without its domain, which begins with a letter: machines called by their address have none. */
    private static String hostName(String name) {
        int dot = name.indexOf('.');
        if (dot > 0 && dot + 1 < name.length() && Character.isLetter(name.charAt(dot + 1))) {
            return name.substring(0, dot);
        }
        return name;
    }

    /**
     * Returns where the first whole word of an ending begins, unless a third of the ending would be lost with what is before it.
     * A number of an address is never cut, as it would be another one.
     */
    private static int wordStart(String name, int from) {
        int end = from - 1;
        while (end < name.length() && name.charAt(end) != '-' && name.charAt(end) != '.') {
            end++;
        }
        boolean found = end >= from && end < name.length();
        return found && (name.charAt(end) == '.' || end + 1 - from <= (name.length() - from) / 3) ? end + 1 : from;
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
