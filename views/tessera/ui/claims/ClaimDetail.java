package tessera.ui.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.dra.DeviceRoom;
import tessera.dra.DeviceState;
import tessera.insight.ClaimLine;
import tessera.insight.ClaimStatus;
import tessera.insight.PoolLine;
import tessera.model.DeviceSubRequest;
import tessera.model.ObjectRef;
import tessera.model.Snapshot;
import tessera.scheduling.ClaimDeletion;
import tessera.scheduling.RemedySuggestion;
import tessera.ui.claims.ClaimsState.ClaimSideLine;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.StatusGlyph;

/**
 * What is told of one claim beside the table.
 *
 * @param tries the nodes that were tried for each of its requests; empty once it has devices
 * @param pools those in which it has devices; while it waits, those of the nodes that are nearest to what it asks for
 * @param helps what would help with it, whoever uses it
 */
record ClaimDetail(ClaimLine line, List<Try> tries, List<PoolLine> pools, List<RemedySuggestion> helps) {

    private static final int NODES = 12;
    private static final int DRAWN = 4;
    private static final int NEAREST = 2;

    ClaimDetail {
        tries = List.copyOf(tries);
        pools = List.copyOf(pools);
        helps = List.copyOf(helps);
    }

    /**
     * Nodes that were tried for a request, or for one of its alternatives.
     *
     * @param request what was asked for
     * @param nodes   each with what it has of that
     */
    record Try(String request, List<ClaimSideLine> nodes) {

        Try {
            nodes = List.copyOf(nodes);
        }
    }

    /** @param pools all that may be drawn */
    static ClaimDetail of(ClaimLine line, Snapshot snapshot, List<PoolLine> pools) {
        if (line.status() != ClaimStatus.PENDING) {
            return new ClaimDetail(line, List.of(),
                    pools.stream().filter(pool -> pool.holds(line.claim())).limit(DRAWN).toList(),
                    line.status() == ClaimStatus.LEAKED ? List.of(ClaimDeletion.of(line, snapshot.devices().version()))
                            : List.of());
        }
        var devices = DeviceState.of(snapshot);
        var options = line.claim().requests().stream().flatMap(request -> request.options().stream()).toList();
        var nearest = options.stream()
                .flatMap(option -> devices.rooms(option).stream().filter(room -> room.all() >= option.count())
                        .limit(NEAREST))
                .map(DeviceRoom::node).filter(node -> !node.isEmpty()).distinct().limit(NEAREST).toList();
        return new ClaimDetail(line, options.stream().map(option -> tried(option, devices, snapshot)).toList(),
                nearest.stream().flatMap(node -> pools.stream()
                        .filter(pool -> pool.pool().node().equals(node) && !pool.boards().isEmpty())).limit(DRAWN)
                        .toList(),
                List.of());
    }

    /** A pod that waits for it; empty where none does. */
    Optional<ObjectRef> waiting() {
        return line.status() == ClaimStatus.PENDING
                ? line.users().stream().findFirst().map(ClaimDetail::pod)
                : Optional.empty();
    }

    /** @param key with its namespace */
    static ObjectRef pod(String key) {
        int slash = key.indexOf('/');
        return ObjectRef.pod(key.substring(0, slash), key.substring(slash + 1));
    }

    private static Try tried(DeviceSubRequest option, DeviceState devices, Snapshot snapshot) {
        var asked = "%s × %s".formatted(option.all() ? "all" : Integer.toString(option.count()), option.deviceClass());
        if (!devices.classes().contains(option.deviceClass())) {
            return new Try(asked,
                    List.of(new ClaimSideLine(StatusGlyph.BROKEN, option.deviceClass(), "no such device class", "")));
        }
        var rooms = devices.rooms(option);
        var lines = rooms.stream().limit(NODES).map(room -> tried(room, Math.max(1, option.count())))
                .collect(Collectors.toCollection(ArrayList::new));
        if (rooms.size() > NODES) {
            lines.add(new ClaimSideLine(StatusGlyph.NONE, NumberText.of(rooms.size() - (long) NODES, "more node"),
                    "with such devices, none with more free", ""));
        }
        long others = snapshot.nodes().size() - rooms.stream().filter(room -> !room.node().isEmpty()).count();
        if (others > 0) {
            lines.add(
                    new ClaimSideLine(StatusGlyph.NONE, NumberText.of(others, rooms.isEmpty() ? "node" : "other node"),
                            "no device that it would take", ""));
        }
        return new Try(asked, lines);
    }

    private static ClaimSideLine tried(DeviceRoom room, int wanted) {
        var name = room.node().isEmpty() ? "any node" : room.node();
        if (room.free() >= wanted) {
            return new ClaimSideLine(StatusGlyph.READY, name, room.words(), "enough");
        }
        return room.all() >= wanted
                ? new ClaimSideLine(StatusGlyph.WAITING, name, room.words(), "once devices are free")
                : new ClaimSideLine(StatusGlyph.NONE, name, room.words(), "too few, even if all were free");
    }
}
