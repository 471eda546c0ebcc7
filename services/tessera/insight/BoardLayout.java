package tessera.insight;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tessera.insight.GpuTile.TilePart;
import tessera.mig.MigProfile;
import tessera.model.PodFacts;
import tessera.model.ResourceUse;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.InstanceReadings;

/** One GPU while it is being laid out. */
final class BoardLayout {

    /** Less of a board is a remainder of arithmetic. */
    private static final double LEAST = 0.001;

    private final List<TilePart> parts = new ArrayList<>();
    private final @Nullable DeviceReadings device;
    private final int index;
    private Optional<RegisteredBoard> named = Optional.empty();
    private int used;
    private int held;
    private boolean shared;

    /**
     * @param index  its number on the node; −1 where that is not known
     * @param device what its exporter reports; null when it reports nothing
     */
    BoardLayout(int index, @Nullable DeviceReadings device) {
        this.index = index;
        this.device = device;
    }

    int index() {
        return index;
    }

    @Nullable
    DeviceReadings device() {
        return device;
    }

    List<TilePart> parts() {
        return parts;
    }

    int used() {
        return used;
    }

    int held() {
        return held;
    }

    /** Says which of the boards that its node names it is. */
    void name(RegisteredBoard board) {
        named = Optional.of(board);
    }

    Optional<RegisteredBoard> named() {
        return named;
    }

    /** Whether pods hold parts of it that a GPU-sharing scheduler measured out. */
    boolean shared() {
        return shared;
    }

    /** Gives a part of it to those who share it, each as much as was measured out; what is left of it stays free. */
    void share(int at, List<BoardShare> shares) {
        var whole = parts.remove(at);
        shared = true;
        double sum = shares.stream().mapToDouble(BoardShare::size).sum();
        double scale = sum > 1 ? 1 / sum : 1;
        double start = whole.start();
        int place = at;
        for (var share : shares) {
            double size = share.size() * scale * whole.size();
            parts.add(place++,
                    new TilePart(whole.name(), whole.resource(), start, size, whole.instance(), share.pod()));
            start += size;
        }
        double left = whole.start() + whole.size() - start;
        if (left > LEAST) {
            parts.add(place, new TilePart(whole.name(), whole.resource(), start, left, whole.instance(), null));
        }
        held += whole.held() ? 0 : shares.size();
    }

    /** The part that a pod holds, −1 where it holds none. */
    int heldBy(PodFacts pod) {
        return first(part -> pod.equals(part.holder()));
    }

    /** Hands it out in equal shares. */
    void divide(String resource, int count) {
        double size = 1.0 / count;
        for (int part = 0; part < count; part++) {
            parts.add(new TilePart("", resource, part * size, size, TilePart.NO_INSTANCE, null));
        }
    }

    /** Cuts an instance from what is left. */
    void add(String name, String resource, int units, int instance) {
        double unit = 1.0 / MigProfile.UNITS;
        parts.add(new TilePart(name, resource, used * unit, units * unit, instance, null));
        used += units;
    }

    /** Cuts it as its exporter says it is cut, the largest instance first: where they lie the exporter does not say. */
    void cutAsReported(GpuNode node, List<ResourceUse> uses) {
        if (device == null) {
            return;
        }
        int gigabytes = node.product().gigabytes();
        var instances = new ArrayList<>(device.instances());
        instances.sort(Comparator.comparingInt((InstanceReadings instance) -> units(instance, gigabytes)).reversed()
                .thenComparing(InstanceReadings::profile).thenComparingInt(InstanceReadings::id));
        for (var instance : instances) {
            int units = Math.min(units(instance, gigabytes), MigProfile.UNITS - used);
            if (units > 0) {
                add(instance.profile(), resource(MigProfile.parse(instance.profile()), uses), units, instance.id());
            }
        }
    }

    /** Cuts it as a configuration says, the largest instance first. */
    void cutAsConfigured(ConfiguredCuts cuts, GpuNode node, List<ResourceUse> uses) {
        int gigabytes = node.product().gigabytes();
        cuts.of(index).stream().flatMap(cut -> cut.profiles().stream())
                .sorted(Comparator.comparingInt((MigProfile profile) -> profile.units(gigabytes)).reversed()
                        .thenComparing(MigProfile::name))
                .forEach(profile -> add(profile.name(), resource(Optional.of(profile), uses),
                        profile.units(gigabytes), TilePart.NO_INSTANCE));
    }

    /** Moves its instances to where a driver usually puts them, as far as that is known. */
    void settle(DefaultPlacements usual) {
        var places = usual.of(names());
        int units = usual.product().flatMap(product -> product.memoryUnits().stream().boxed().findFirst()).orElse(0);
        for (int at = 0; at < places.size(); at++) {
            var place = places.get(at);
            parts.set(at, parts.get(at).at((double) place.start() / units, (double) place.size() / units));
        }
        parts.sort(Comparator.comparingDouble(TilePart::start));
    }

    private List<String> names() {
        return parts.stream().map(TilePart::name).toList();
    }

    private static int units(InstanceReadings instance, int gigabytes) {
        return MigProfile.parse(instance.profile()).orElse(MigProfile.SMALLEST).units(gigabytes);
    }

    private static String resource(Optional<MigProfile> profile, List<ResourceUse> uses) {
        return uses.stream().map(ResourceUse::resource)
                .filter(resource -> profile.isPresent() && MigProfile.ofResource(resource).equals(profile))
                .findFirst().orElse(uses.isEmpty() ? "" : uses.getFirst().resource());
    }

    /** Whom the exporter names as holders of parts that a resource counts; a part by part. */
    List<String> namedHolders(String resource) {
        if (device == null) {
            return List.of();
        }
        var keys = new ArrayList<String>();
        if (!device.cut()) {
            device.holders().forEach(holder -> keys.add(holder.key()));
        }
        for (var instance : device.instances()) {
            var holder = instance.holder();
            int at = freeInstance(instance.id());
            if (holder != null && at >= 0 && parts.get(at).resource().equals(resource)) {
                keys.add(holder.key());
            }
        }
        return keys;
    }

    /** The first part that is free and counted by a resource, −1 when there is none. */
    int firstFree(String resource) {
        return first(part -> !part.held() && part.resource().equals(resource));
    }

    /** The part that is an instance and free, −1 when there is none. */
    int freeInstance(int instance) {
        return first(part -> !part.held() && part.instance() == instance);
    }

    private int first(Predicate<TilePart> wanted) {
        for (int part = 0; part < parts.size(); part++) {
            if (wanted.test(parts.get(part))) {
                return part;
            }
        }
        return -1;
    }

    void hold(int at, PodFacts pod) {
        parts.set(at, parts.get(at).heldBy(pod));
        held++;
    }
}
