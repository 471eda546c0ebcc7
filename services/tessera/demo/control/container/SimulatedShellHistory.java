package tessera.demo.control.container;

import java.util.ArrayList;
import java.util.List;

/** The lines typed in an interactive shell. */
final class SimulatedShellHistory {

    private final List<String> lines = new ArrayList<>();
    private int at;

    void addLine(String line) {
        if (!line.isBlank()) {
            lines.add(line);
        }
        at = lines.size();
    }

    /** Returns the line before the shown one, or the shown one if there is none. */
    String previous(String shown) {
        if (at == 0) {
            return shown;
        }
        at--;
        return lines.get(at);
    }

    /** Returns the line after the shown one. */
    String next() {
        at = Math.min(lines.size(), at + 1);
        return at < lines.size() ? lines.get(at) : "";
    }
}
