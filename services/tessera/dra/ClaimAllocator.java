package tessera.dra;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.dra.DeviceState.AllocationResult;
import tessera.model.DeviceConstraint;
import tessera.model.DeviceRequest;
import tessera.model.DeviceSubRequest;
import tessera.model.ResourceClaim;

/** Meets one claim on one node with the first devices that fit, as a scheduler does. */
record ClaimAllocator(DeviceState devices, ResourceClaim claim, String node, DeviceUse use) {

    /** What was picked for a request, and the way in which it was met. */
    private record Pick(PoolDevice device, DeviceSubRequest option) {}

    /** Takes the devices; empty, with nothing taken, where the claim cannot be met. */
    Optional<List<AllocationResult>> allocate() {
        var there = devices.index().reachable(node).stream().filter(entry -> entry.pool().open())
                .map(DeviceLedger.LedgerEntry::device).toList();
        return matched(0, Map.of(), there).map(picks -> picks.stream().map(pick -> {
            use.take(pick.device(), pick.option());
            return new AllocationResult(claim.name(), pick.option().name(), pick.device().driver(),
                    pick.device().pool(),
                    pick.device().name());
        }).toList());
    }

    /** Tries each value that devices of a constraint could have in common. */
    private Optional<List<Pick>> matched(int at, Map<String, String> fixed, List<PoolDevice> there) {
        var constraints = claim.constraints();
        if (at == constraints.size()) {
            return picked(fixed, there);
        }
        var constraint = constraints.get(at);
        if (constraint.match().isEmpty()) {
            return matched(at + 1, fixed, there);
        }
        var values = new LinkedHashSet<String>();
        there.forEach(device -> values.add(device.attribute(constraint.match())));
        values.remove("");
        for (var value : values) {
            var more = new HashMap<>(fixed);
            more.put(Integer.toString(at), value);
            var found = matched(at + 1, more, there);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** @param fixed value of the attribute of each constraint that wants an equal one, by its number */
    private Optional<List<Pick>> picked(Map<String, String> fixed, List<PoolDevice> there) {
        var picks = new ArrayList<Pick>();
        var mine = new HashSet<String>();
        var left = use.copy();
        var distinct = new HashSet<String>();
        for (var request : claim.requests()) {
            boolean served = false;
            for (var option : request.options()) {
                if (!served) {
                    var got = met(request, option, there.stream().filter(device -> !mine.contains(device.key())
                            && matches(request, device, fixed)).toList(), left, distinct);
                    served = !got.isEmpty();
                    got.stream().filter(ClaimAllocator::alone).forEach(pick -> mine.add(pick.device().key()));
                    picks.addAll(got);
                }
            }
            if (!served) {
                return Optional.empty();
            }
        }
        return Optional.of(picks);
    }

    private List<Pick> met(DeviceRequest request, DeviceSubRequest option, List<PoolDevice> there, DeviceUse left,
            Set<String> distinct) {
        // Whoever wants all is refused while it is not known which all are.
        if (option.all() && devices.index().reaches(node, pool -> !pool.complete())) {
            return List.of();
        }
        var tried = left.copy();
        var values = new HashSet<>(distinct);
        var picks = new ArrayList<Pick>();
        long suited = 0;
        for (var device : there) {
            if (devices.suits(option, device) && (option.all() || picks.size() < option.count())) {
                suited++;
                boolean again = true;
                while (again && device.repelling(option.tolerations()).isEmpty() && tried.leaves(device, option)
                        && differs(request, device, values)) {
                    var pick = new Pick(device, option);
                    picks.add(pick);
                    tried.take(device, option);
                    again = !alone(pick) && picks.size() < option.count();
                }
            }
        }
        boolean enough = option.all() ? suited > 0 && picks.size() == suited : picks.size() >= option.count();
        if (!enough || picks.isEmpty()) {
            return List.of();
        }
        picks.forEach(pick -> left.take(pick.device(), option));
        distinct.addAll(values);
        return picks;
    }

    /** Whether a claim has a device once, as all have but those of which it may take several shares. */
    private static boolean alone(Pick pick) {
        return !pick.device().device().shareable() || pick.option().admin() || pick.option().all();
    }

    private boolean matches(DeviceRequest request, PoolDevice device, Map<String, String> fixed) {
        for (int at = 0; at < claim.constraints().size(); at++) {
            var value = fixed.get(Integer.toString(at));
            var constraint = claim.constraints().get(at);
            if (value != null && about(constraint, request) && !device.attribute(constraint.match()).equals(value)) {
                return false;
            }
        }
        return true;
    }

    /** @param values those that devices have already, behind the number of the constraint that lets each have one of its own */
    private boolean differs(DeviceRequest request, PoolDevice device, Set<String> values) {
        var more = new HashSet<String>();
        for (int at = 0; at < claim.constraints().size(); at++) {
            var constraint = claim.constraints().get(at);
            if (!constraint.distinct().isEmpty() && about(constraint, request)) {
                var value = device.attribute(constraint.distinct());
                if (value.isEmpty() || values.contains(at + value)) {
                    return false;
                }
                more.add(at + value);
            }
        }
        values.addAll(more);
        return true;
    }

    private static boolean about(DeviceConstraint constraint, DeviceRequest request) {
        return constraint.requests().isEmpty() || constraint.requests().stream()
                .anyMatch(name -> name.equals(request.name()) || name.startsWith(request.name() + "/"));
    }
}
