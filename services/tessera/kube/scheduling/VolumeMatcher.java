package tessera.kube.scheduling;

import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Matches a claim that names no volume with the volumes that there are: one that is kept for it, else the smallest. */
public final class VolumeMatcher {

    private static final Comparator<BindableVolume> BY_SIZE = Comparator
            .comparingLong((BindableVolume volume) -> volume.properties().bytes()).thenComparing(BindableVolume::name);

    private final BindableVolumeClaim claim;
    private final Predicate<BindableVolume> reachable;
    private final Predicate<BindableVolume> usable;

    private VolumeMatcher(BindableVolumeClaim claim, Predicate<BindableVolume> reachable,
            Predicate<BindableVolume> usable) {
        this.claim = claim;
        this.reachable = reachable;
        this.usable = usable;
    }

    /**
     * Returns the volume that the scheduler binds to a claim on a node; empty for none.
     *
     * @param taken names of volumes that are for other claims of the pod
     */
    public static Optional<BindableVolume> findOnNode(BindableVolumeClaim claim, Collection<BindableVolume> volumes,
            String node, Map<String, String> nodeLabels, Set<String> taken) {
        return new VolumeMatcher(claim, volume -> volume.isReachableFrom(node, nodeLabels),
                volume -> !taken.contains(volume.name()) && volume.isOfClassOf(claim)).find(volumes);
    }

    /**
     * Returns the volume that the controller binds to a claim, without regard to nodes; empty for none. Of volumes with
     * few access modes it takes one before it looks at those with more.
     *
     * @param waitsForConsumer whether only a volume that is kept for the claim is bound before a pod mounts it
     */
    public static Optional<BindableVolume> findAnywhere(BindableVolumeClaim claim, Collection<BindableVolume> volumes,
            boolean waitsForConsumer) {
        var sizes = new TreeSet<Integer>();
        volumes.forEach(volume -> sizes.add(volume.properties().accessModes().size()));
        for (int modes : sizes) {
            var found = new VolumeMatcher(claim, _ -> true,
                    volume -> volume.properties().accessModes().size() == modes
                            && (!waitsForConsumer || volume.isReservedFor(claim)) && hasWantedModes(volume, claim))
                    .find(volumes);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<BindableVolume> find(Collection<BindableVolume> volumes) {
        @Nullable
        BindableVolume smallest = null;
        for (var volume : volumes) {
            if (!mayServe(volume)) {
                continue;
            }
            if (volume.isReservedFor(claim)) {
                return Optional.of(volume).filter(reachable);
            }
            if (isFreeToServe(volume) && (smallest == null || BY_SIZE.compare(volume, smallest) < 0)) {
                smallest = volume;
            }
        }
        return Optional.ofNullable(smallest);
    }

    /** Returns whether a volume could serve the claim if it were kept for it. */
    private boolean mayServe(BindableVolume volume) {
        return usable.test(volume) && volume.isOpenTo(claim) && !volume.deleted()
                && volume.properties().bytes() >= claim.properties().bytes()
                && volume.properties().mode().equals(claim.properties().mode())
                && volume.properties().attributesClass().equals(claim.properties().attributesClass());
    }

    private boolean isFreeToServe(BindableVolume volume) {
        return volume.available() && claim.selector().filter(selector -> !selector.matches(volume.labels())).isEmpty()
                && volume.properties().mismatchMessage(claim.properties()).isEmpty() && reachable.test(volume);
    }

    private static boolean hasWantedModes(BindableVolume volume, BindableVolumeClaim claim) {
        return volume.properties().accessModes().containsAll(claim.properties().accessModes());
    }
}
