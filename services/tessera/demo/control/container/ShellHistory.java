package tessera.demo.control.container;

import java.util.ArrayList;
import java.util.List;

/** The lines that were typed before. */
final class ShellHistory {

    private final List<String> lines = new ArrayList<>();
    private int at;

    void note(String line) {
        if (!line.isBlank()) {
            lines.add(line);
        }
        at = lines.size();
    }

    /** The line before the one that is shown, which stays where there is none. */
    String before(String shown) {
        if (at == 0) {
            return shown;
        }
        at--;
        return lines.get(at);
    }

    /** The line after the one that is shown. */
    String after() {
        at = Math.min(lines.size(), at + 1);
        return at < lines.size() ? lines.get(at) : "";
    }
}
