package tessera.ui.logs;

import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import tessera.logs.LogPattern;

/**
 * How lines are shown.
 *
 * @param timestamps whether each has the moment it was written before it
 * @param wrap       whether long ones go on below
 * @param containers names by place; before each line where there are several
 * @param sought     what is marked in them
 * @param zone       in which moments are said
 */
record LogLooks(boolean timestamps, boolean wrap, List<String> containers, Optional<LogPattern> sought, ZoneId zone) {

    LogLooks {
        containers = List.copyOf(containers);
    }
}
