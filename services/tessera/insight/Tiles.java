package tessera.insight;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import tessera.insight.Tile.Part;
import tessera.insight.Tile.Status;
import tessera.mig.MigProfile;
import tessera.model.PodFacts;
import tessera.model.PodSight;
import tessera.model.ResourceUse;

/**
 * Lays a node's GPUs out as tiles. MIG instances are spread over the GPUs that are cut, each at its true size; where
 * they lie on the board is not known from the API server, so equal boards are drawn alike. Parts are given to pods
 * board by board, as the device plugin spreads them unless told otherwise.
 */
public final class Tiles {

    private static final Comparator<PodFacts> FIRST_COME = Comparator
            .comparing(PodFacts::started, Comparator.nullsLast(Comparator.naturalOrder())).thenComparing(PodFacts::key);

    /** So many GPUs of a group are drawn; all of them are counted. */
    private static final long MOST_BOARDS = 1024;

    private Tiles() {}

    public static List<Tile> of(GpuNode node) {
        boolean reports = node.state().compareTo(GpuNode.State.NOT_READY) > 0;
        var tiles = new ArrayList<Tile>();
        for (var group : node.groups()) {
            var boards = boards(node, group);
            int usable = (int) Math.min(boards.size(), group.count() - group.tally(PodSight.ALL).unhealthy());
            group.uses().forEach(use -> handOut(node, use, boards.subList(0, usable)));
            for (int gpu = 0; gpu < boards.size(); gpu++) {
                var status = !reports ? Status.UNKNOWN : status(boards.get(gpu), gpu < usable);
                tiles.add(new Tile(group.form(), status, boards.get(gpu).parts));
            }
        }
        return tiles;
    }

    private static Status status(Board board, boolean usable) {
        if (board.parts.isEmpty()) {
            return Status.NOT_OFFERED;
        }
        return usable ? Status.USABLE : Status.UNHEALTHY;
    }

    private static List<Board> boards(GpuNode node, GpuGroup group) {
        int drawn = (int) Math.min(group.count(), MOST_BOARDS);
        var boards = IntStream.range(0, drawn).mapToObj(gpu -> new Board()).toList();
        switch (group.form()) {
            case WHOLE, SHARED -> {
                var resource = group.uses().getFirst().resource();
                boards.forEach(board -> board.divide(resource, group.parts()));
            }
            case MIG -> instances(node, group).forEach(instances -> cut(instances, boards));
            case NOT_OFFERED -> {
                // nothing to hand out
            }
        }
        return boards;
    }

    private record Instances(String name, String resource, int units, long count) {}

    /** A node's instances by profile, largest first. */
    private static List<Instances> instances(GpuNode node, GpuGroup group) {
        var list = new ArrayList<Instances>();
        for (var use : group.uses()) {
            var profile = MigProfile.ofResource(use.resource()).or(() -> MigProfile.ofProduct(node.label()))
                    .orElse(MigProfile.SMALLEST);
            long shares = use.resource().endsWith(".shared") || group.uses().size() == 1 ? node.replicas() : 1;
            long count = Math.min(Math.max(use.capacity(), use.allocatable()) / shares,
                    Math.min(group.count(), MOST_BOARDS) * MigProfile.UNITS);
            list.add(new Instances(profile.name(), use.resource(), profile.units(node.product().gigabytes()), count));
        }
        list.sort(Comparator.comparingInt(Instances::units).reversed().thenComparing(Instances::name));
        return list;
    }

    private static void cut(Instances instances, List<Board> boards) {
        for (long left = instances.count(); left > 0; left--) {
            var board = boards.stream().filter(candidate -> candidate.used + instances.units() <= MigProfile.UNITS)
                    .min(Comparator.comparingInt(candidate -> candidate.used));
            if (board.isEmpty()) {
                return;
            }
            board.get().add(instances);
        }
    }

    private static void handOut(GpuNode node, ResourceUse use, List<Board> boards) {
        var holders = node.info().pods().stream().filter(PodFacts::holdsResources)
                .filter(pod -> pod.requests().get(use.resource()) > 0).sorted(FIRST_COME).toList();
        for (var pod : holders) {
            for (long unit = pod.requests().get(use.resource()); unit > 0; unit--) {
                var board = boards.stream().filter(candidate -> candidate.firstFree(use.resource()) >= 0)
                        .min(Comparator.comparingInt(candidate -> candidate.held));
                if (board.isEmpty()) {
                    return;
                }
                board.get().hold(use.resource(), pod);
            }
        }
    }

    /** One GPU while it is being laid out. */
    private static final class Board {

        private final List<Part> parts = new ArrayList<>();
        private int used;
        private int held;

        void divide(String resource, int count) {
            double size = 1.0 / count;
            for (int part = 0; part < count; part++) {
                parts.add(new Part("", resource, part * size, size, null));
            }
        }

        void add(Instances instances) {
            double unit = 1.0 / MigProfile.UNITS;
            parts.add(new Part(instances.name(), instances.resource(), used * unit, instances.units() * unit, null));
            used += instances.units();
        }

        int firstFree(String resource) {
            for (int part = 0; part < parts.size(); part++) {
                if (!parts.get(part).held() && parts.get(part).resource().equals(resource)) {
                    return part;
                }
            }
            return -1;
        }

        void hold(String resource, PodFacts pod) {
            int at = firstFree(resource);
            var part = parts.get(at);
            parts.set(at, new Part(part.name(), part.resource(), part.start(), part.size(), pod));
            held++;
        }
    }
}
