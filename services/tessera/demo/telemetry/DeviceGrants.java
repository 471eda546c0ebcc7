package tessera.demo.telemetry;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Which devices of a node were given to whom. Who has one keeps it until it ends, as with a kubelet. For one thread at a
 * time.
 */
final class DeviceGrants {

    private static final String WHOLE = "nvidia.com/gpu";
    private static final String MIG = "nvidia.com/mig-";

    private List<SimulatedBoard> boards = List.of();
    private final SequencedMap<String, List<GrantedDevice>> given = new LinkedHashMap<>();
    private List<GrantedContainer> inOrder = List.of();

    /** Takes back what nobody holds any more, and serves who is new. */
    void settle(List<SimulatedBoard> present, List<GrantedContainer> holders) {
        if (!present.equals(boards)) {
            boards = List.copyOf(present);
            keep();
        }
        given.keySet().retainAll(holders.stream().map(GrantedContainer::key).toList());
        inOrder = holders.stream()
                .sorted(Comparator.comparing(GrantedContainer::came).thenComparing(GrantedContainer::pod)
                        .thenComparing(GrantedContainer::container))
                .toList();
        inOrder.stream().filter(holder -> !given.containsKey(holder.key()))
                .forEach(holder -> given.put(holder.key(), choose(holder)));
    }

    /** Who has what is still there keeps it. */
    private void keep() {
        var units = new HashMap<String, GrantedDevice>();
        boards.forEach(board -> board.units().forEach(unit -> units.put(unit.uuid(), unit)));
        given.values().removeIf(had -> !had.stream().allMatch(unit -> units.containsKey(unit.uuid())));
        given.replaceAll((_, had) -> had.stream().map(unit -> units.getOrDefault(unit.uuid(), unit)).toList());
    }

    /** Who has which part of a board, the first to come first. */
    BoardWork work(SimulatedBoard board) {
        return new BoardWork(board, board.units().stream().map(unit -> new BoardWork.WorkPart(unit, inOrder.stream()
                .filter(holder -> given.getOrDefault(holder.key(), List.of()).contains(unit)).toList())).toList());
    }

    /** What a holder has, or would be given. */
    List<GrantedDevice> unitsOf(GrantedContainer holder) {
        var units = given.get(holder.key());
        return units == null ? choose(holder) : units;
    }

    private List<GrantedDevice> choose(GrantedContainer holder) {
        Map<GrantedDevice, Integer> load = new HashMap<>();
        given.values().forEach(units -> units.forEach(unit -> load.merge(unit, 1, Integer::sum)));
        var chosen = new ArrayList<GrantedDevice>();
        boards.stream().filter(board -> holder.claimed().stream().anyMatch(claimed -> claimed.is(board)))
                .forEach(board -> chosen.addAll(board.units()));
        holder.wants().forEach((resource, count) -> {
            var fitting = boards.stream().filter(board -> !board.fallen()).flatMap(board -> board.units().stream())
                    .filter(unit -> serves(resource, unit)).toList();
            for (int i = 0; i < count && !fitting.isEmpty(); i++) {
                var least = fitting.stream().min(Comparator.comparingInt(unit -> load.getOrDefault(unit, 0)));
                least.ifPresent(unit -> {
                    load.merge(unit, 1, Integer::sum);
                    chosen.add(unit);
                });
            }
        });
        return chosen;
    }

    private boolean serves(String resource, GrantedDevice unit) {
        if (resource.startsWith(MIG)) {
            return unit.profiled(resource.substring(MIG.length()));
        }
        // Where all boards are divided alike, their parts may go by the name of whole boards.
        boolean parts = resource.equals(WHOLE) && boards.stream().allMatch(SimulatedBoard::divided);
        return parts || unit.instance() == null;
    }
}
