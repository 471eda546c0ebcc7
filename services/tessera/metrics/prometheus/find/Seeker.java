package tessera.metrics.prometheus.find;

import java.time.Duration;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.Queries;
import tessera.metrics.prometheus.find.Finding.Found;
import tessera.model.Failure;
import tessera.model.Problem.Kind;

/** Tells how it stands with the Prometheus of a cluster. Waits for answers; not for the FX thread. */
@FunctionalInterface
public interface Seeker {

    /** Looks once. */
    Standing seek() throws InterruptedException;

    /**
     * Looks for one in the cluster.
     *
     * @param patience how long each place may be silent
     */
    static Seeker in(Surroundings surroundings, Duration patience) {
        return () -> {
            var finding = new PrometheusFinder(surroundings, patience).find();
            var found = finding.found();
            return found == null ? without(finding)
                    : new Standing.Here(name(found), found.version(), found.knowsGpus(),
                            new PrometheusClient(surroundings.to(found.place()), patience));
        };
    }

    /**
     * Asks the one that the user named, and no other.
     *
     * @param name     what it is called
     * @param patience how long it may be silent
     */
    static Seeker at(String name, Queries way, Duration patience) {
        var client = new PrometheusClient(way, patience);
        var probe = new Probe(client, KnownPlaces.bundled().presence());
        return () -> {
            try {
                var seen = probe.ask();
                return new Standing.Here(name, seen.version(), seen.series() > 0, client);
            } catch (Failure failure) {
                return new Standing.Refused(name, failure.problem());
            }
        };
    }

    private static String name(Found found) {
        var place = found.place();
        boolean other = place.title().startsWith("Thanos") || place.title().startsWith("VictoriaMetrics");
        return (other ? place.title() : "Prometheus") + " " + place.key();
    }

    /** What could not be looked at is no proof that there is nothing. */
    private static Standing without(Finding finding) {
        for (var tried : finding.tried()) {
            var why = tried.outcome();
            if (why != null && why.kind() == Kind.UNREACHABLE) {
                // It is the cluster that is away.
                return new Standing.Sought();
            }
            if (why != null && why.kind() != Kind.NOT_FOUND) {
                return new Standing.Refused(tried.what(), why);
            }
        }
        return new Standing.Nowhere(finding.tried());
    }
}
