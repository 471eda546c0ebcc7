package tessera.doctor;

import java.util.List;

/**
 * Monitors that name an exporter of GPUs, as kubectl names them.
 *
 * @param several  that name the same one, which is read as often; else none
 * @param unheeded that are all that name one, and that no Prometheus of the cluster heeds; else none
 * @param heeded   what these heed instead, a few words each
 */
public record ExporterMonitors(List<String> several, List<String> unheeded, List<String> heeded) {

    static final ExporterMonitors NONE = new ExporterMonitors(List.of(), List.of(), List.of());

    public ExporterMonitors {
        several = List.copyOf(several);
        unheeded = List.copyOf(unheeded);
        heeded = List.copyOf(heeded);
    }
}
