package tessera.ui.shell;

import java.time.Instant;
import java.time.ZoneId;

/**
 * What is asked of the frame.
 *
 * @param now the second it is
 */
record FrameQuery(Instant now, ZoneId zone) {}
