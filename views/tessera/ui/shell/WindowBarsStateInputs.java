package tessera.ui.shell;

import java.time.Instant;
import java.time.ZoneId;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.ui.alerts.ActiveAlerts;

/**
 * Query of the frame: time, zone, Prometheus status, alerts.
 *
 * @param now        the second it is
 * @param prometheus how it stands with it
 * @param alerts      what is wrong
 */
record WindowBarsStateInputs(Instant now, ZoneId zone, PrometheusDiscoveryStatus prometheus, ActiveAlerts alerts) {}
