package tessera.ui.shell;

import java.time.Instant;
import java.time.ZoneId;
import tessera.metrics.prometheus.discovery.PrometheusStatus;
import tessera.ui.alerts.ActiveAlerts;

/**
 * What is asked of the frame.
 *
 * @param now        the second it is
 * @param prometheus how it stands with it
 * @param found      what is wrong
 */
record FrameQuery(Instant now, ZoneId zone, PrometheusStatus prometheus, ActiveAlerts found) {}
