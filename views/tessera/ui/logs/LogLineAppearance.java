package tessera.ui.logs;

import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import tessera.logs.LogSearchPattern;

/**
 * Appearance of log lines: timestamps, wrapping, search highlights.
 *
 * @param timestamps whether each has the moment it was written before it
 * @param wrap       whether long ones go on below
 * @param containers names by place; before each line where there are several
 * @param pattern     what is marked in them
 * @param zone       in which moments are said
 */
record LogLineAppearance(boolean timestamps, boolean wrap, List<String> containers, Optional<LogSearchPattern> pattern,
        ZoneId zone) {

    LogLineAppearance {
        containers = List.copyOf(containers);
    }
}
