package tessera.ui.shell;

import java.time.Instant;
import java.time.ZoneId;
import tessera.metrics.prometheus.find.Standing;

/**
 * What is asked of the frame.
 *
 * @param now        the second it is
 * @param prometheus how it stands with it
 */
record FrameQuery(Instant now, ZoneId zone, Standing prometheus) {}
