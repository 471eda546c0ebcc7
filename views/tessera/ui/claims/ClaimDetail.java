package tessera.ui.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tessera.dra.DeviceRoom;
import tessera.dra.DeviceState;
import tessera.insight.ClaimLine;
import tessera.insight.ClaimStatus;
import tessera.model.DeviceSubRequest;
import tessera.model.Snapshot;
import tessera.ui.claims.ClaimsState.ClaimSideLine;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.StatusGlyph;

/**
 * What is told of one claim beside the table.
 *
 * @param verdict how it stands, in a sentence
 * @param tries   the nodes that were tried for each of its requests; empty once it has devices
 */
record ClaimDetail(ClaimLine line, String verdict, List<Try> tries) {

    private static final int NODES = 12;

    ClaimDetail {
        tries = List.copyOf(tries);
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

    static ClaimDetail of(ClaimLine line, Snapshot snapshot) {
        if (line.status() != ClaimStatus.PENDING) {
            return new ClaimDetail(line, line.message(), List.of());
        }
        var devices = DeviceState.of(snapshot);
        var tries = line.claim().requests().stream().flatMap(request -> request.options().stream())
                .map(option -> tried(option, devices, snapshot)).toList();
        return new ClaimDetail(line, line.message(), tries);
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
