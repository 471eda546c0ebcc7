package tessera.fit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.fit.wish.PodWish;
import tessera.model.Snapshot;

/**
 * A cluster as the scheduler sees it for one pod.
 *
 * @param promised pods that wait for a node which is kept for them, by its name
 * @param now      by the server's clock
 */
record Scene(List<NodeRoom> rooms, Map<String, List<Occupant>> promised, Surroundings around, Instant now) {

    static Scene of(Snapshot snapshot, Surroundings around, String self) {
        var rooms = new ArrayList<NodeRoom>();
        for (var info : snapshot.nodes()) {
            rooms.add(NodeRoom.of(info.facts(),
                    info.pods().stream().filter(pod -> pod.holdsResources() && !pod.uid().equals(self))
                            .map(pod -> Occupant.of(pod, around.neighbour(pod.uid()))).toList()));
        }
        var promised = new HashMap<String, List<Occupant>>();
        for (var pod : snapshot.unbound()) {
            if (pod.node().isEmpty() && !pod.phase().terminal() && !pod.nominated().isEmpty()
                    && !pod.uid().equals(self)) {
                promised.computeIfAbsent(pod.nominated(), _ -> new ArrayList<>())
                        .add(Occupant.of(pod, around.neighbour(pod.uid())));
            }
        }
        return new Scene(List.copyOf(rooms), Map.copyOf(promised), around,
                snapshot.at().plus(snapshot.clockSkew()));
    }

    /** The same with one of its nodes otherwise. */
    Scene with(NodeRoom other) {
        return new Scene(rooms.stream().map(room -> room.name().equals(other.name()) ? other : room).toList(), promised,
                around, now);
    }

    /** The same once some pods that are alike have found their places. */
    Scene with(PodWish wish, Capacity places) {
        var taken = rooms.stream().map(room -> {
            var more = new ArrayList<Occupant>();
            for (long each = 0; each < places.nodes().getOrDefault(room.name(), 0L); each++) {
                more.add(Occupant.of(wish, "new-%s-%d".formatted(room.name(), each)));
            }
            return more.isEmpty() ? room : room.with(more);
        }).toList();
        return new Scene(taken, promised, around, now);
    }

    Optional<NodeRoom> room(String name) {
        return rooms.stream().filter(room -> room.name().equals(name)).findFirst();
    }

    /** Who waits for a node and comes before a pod of some priority. */
    List<Occupant> before(String node, int priority) {
        return promised.getOrDefault(node, List.of()).stream().filter(each -> each.priority() >= priority).toList();
    }
}
