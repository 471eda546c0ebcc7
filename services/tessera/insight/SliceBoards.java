package tessera.insight;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.dra.DeviceLedger;
import tessera.dra.DeviceLedger.LedgerEntry;
import tessera.dra.DeviceLedger.UnpublishedDevice;
import tessera.dra.DevicePool;
import tessera.mig.MigProfile;
import tessera.model.AllocatedDevice;
import tessera.model.DeviceSubRequest;
import tessera.model.NodeDevices;
import tessera.model.PodFacts;
import tessera.model.ResourceClaim;
import tessera.model.ResourceUse;

/**
 * The physical GPUs that drivers of dynamic resource allocation publish on a node, each once: a board, its partitions and
 * its passthrough twin are told to be one by UUID, PCI address or name. What a claim has and no slice names is a part of a
 * board that is published under another layout, or no board at all.
 *
 * @param lost GPUs that claims have and that are none of the boards
 */
public record SliceBoards(List<SliceBoard> boards, List<UnpublishedDevice> lost) {

    public static final SliceBoards NONE = new SliceBoards(List.of(), List.of());

    public SliceBoards {
        boards = List.copyOf(boards);
        lost = List.copyOf(lost);
    }

    /** Returns the claims that have GPUs of the node, or parts of them. */
    public Set<ResourceClaim> claims() {
        return Stream.concat(boards.stream().flatMap(board -> board.claims().stream()),
                lost.stream().map(UnpublishedDevice::claim)).collect(Collectors.toSet());
    }

    /** What some boards come to that are handed out alike. */
    record SliceGroup(GpuDriver driver, String model, GpuGroup.GroupForm form, List<SliceBoard> boards) {

        /**
         * Returns the resources under which the boards would be offered by a device plugin, as claims take them.
         *
         * @param pods of the node: who is none of them holds nothing
         */
        List<ResourceUse> uses(Collection<PodFacts> pods) {
            return switch (form) {
                case MIG -> instances(pods);
                case SHARED -> List.of(shares(pods));
                default -> List.of(whole(pods));
            };
        }

        private ResourceUse whole(Collection<PodFacts> pods) {
            long held = boards.stream().filter(SliceBoard::held).count();
            long withheld = boards.stream().filter(SliceBoard::withheld).count();
            return new ResourceUse(driver.resource(), boards.size(), boards.size() - withheld, held, users(pods));
        }

        private ResourceUse shares(Collection<PodFacts> pods) {
            long all = boards.stream().mapToLong(SliceBoard::shares).sum();
            long withheld = boards.stream().filter(SliceBoard::withheld).mapToLong(SliceBoard::shares).sum();
            return new ResourceUse(driver.resource(), all, all - withheld,
                    boards.stream().mapToLong(SliceBoard::sharing).sum(), users(pods));
        }

        private List<ResourceUse> instances(Collection<PodFacts> pods) {
            Map<String, List<LedgerEntry>> profiles = new LinkedHashMap<>();
            // What the scheduler passes over for now is not counted among what it hands out.
            boards.forEach(board -> board.parts().stream()
                    .filter(part -> part.state() != DeviceLedger.DeviceStatus.POOL_SKIPPED).forEach(part -> profiles
                            .computeIfAbsent(instance(driver.profile(part.device().device())), _ -> new ArrayList<>())
                            .add(part)));
            var uses = new ArrayList<ResourceUse>();
            profiles.forEach((resource, parts) -> {
                long held = parts.stream().filter(LedgerEntry::used).count();
                long withheld = parts.stream()
                        .filter(each -> !each.used() && each.state() != DeviceLedger.DeviceStatus.FREE).count();
                var claims = parts.stream().flatMap(each -> each.claims().stream()).collect(Collectors.toSet());
                uses.add(new ResourceUse(resource, parts.size(), parts.size() - withheld, held,
                        SliceBoard.users(claims, pods).size()));
            });
            return uses;
        }

        /** On how many of the boards something is held. */
        long touched() {
            return boards.stream().filter(SliceBoard::held).count();
        }

        private int users(Collection<PodFacts> pods) {
            return SliceBoard.users(boards.stream().flatMap(board -> board.claims().stream())
                    .collect(Collectors.toSet()), pods).size();
        }
    }

    /** The resource by which a device plugin offers instances of a profile. */
    static String instance(String profile) {
        return MigProfile.parse(profile).map(MigProfile::resource).orElse("nvidia.com/mig-" + profile);
    }

    /** Of one node. */
    public static SliceBoards of(NodeDevices published) {
        if (published.slices().isEmpty() && published.claims().isEmpty()) {
            return NONE;
        }
        return of(DeviceLedger.of(published));
    }

    static SliceBoards of(DeviceLedger ledger) {
        var drafts = new LinkedHashSet<SliceBoardDraft>();
        var known = new HashMap<String, SliceBoardDraft>();
        for (var entry : ledger.devices()) {
            GpuDriver.named(entry.device().driver()).filter(driver -> driver.wholeBoard(entry.device().device())
                    || driver.part(entry.device().device())).ifPresent(driver -> {
                        var names = driver.board(entry.device().device());
                        draft(driver, names.isEmpty() ? List.of(entry.device().name()) : names, known, drafts).devices
                                .add(entry);
                    });
        }
        var lost = new ArrayList<UnpublishedDevice>();
        var updating = ledger.pools().stream().filter(pool -> pool.status() == DevicePool.Status.UPDATING)
                .map(DevicePool::key).collect(Collectors.toSet());
        for (var gone : ledger.unpublished()) {
            GpuDriver.named(gone.device().driver()).ifPresent(driver -> driver.board(gone.device().device())
                    // A slice that is missing may be the one that names it.
                    .flatMap(name -> updating.contains(gone.device().poolKey())
                            ? Optional.of(draft(driver, List.of(name), known, drafts))
                            : Optional.ofNullable(known.get(key(driver, name))))
                    .map(board -> board.lost).orElse(lost).add(gone));
        }
        return new SliceBoards(drafts.stream().map(draft -> new SliceBoard(draft.driver, draft.devices, draft.lost))
                .sorted(Comparator.comparingInt(SliceBoard::number)).toList(), lost);
    }

    /** A board while its devices are gathered. */
    private static final class SliceBoardDraft {
        private final GpuDriver driver;
        private final List<LedgerEntry> devices = new ArrayList<>();
        private final List<UnpublishedDevice> lost = new ArrayList<>();

        private SliceBoardDraft(GpuDriver driver) {
            this.driver = driver;
        }
    }

    private static SliceBoardDraft draft(GpuDriver driver, List<String> names, Map<String, SliceBoardDraft> known,
            Set<SliceBoardDraft> drafts) {
        var keys = names.stream().map(name -> key(driver, name)).toList();
        var draft = keys.stream().filter(known::containsKey).findFirst().map(known::get)
                .orElseGet(() -> new SliceBoardDraft(driver));
        drafts.add(draft);
        keys.forEach(key -> known.putIfAbsent(key, draft));
        return draft;
    }

    private static String key(GpuDriver driver, String name) {
        return driver.name() + " " + name;
    }

    /** Returns the boards by driver, model and the way in which they are handed out. */
    List<SliceGroup> groups() {
        return boards.stream()
                .collect(Collectors.groupingBy(
                        board -> List.of(board.driver().name(), model(board), board.form().name()),
                        LinkedHashMap::new, Collectors.toList()))
                .values().stream().map(alike -> new SliceGroup(alike.getFirst().driver(), model(alike.getFirst()),
                        alike.getFirst().form(), alike))
                .toList();
    }

    /** Returns the model of a board; of one that no slice names that of the others, if these have one in common. */
    private String model(SliceBoard board) {
        var own = board.model();
        var others = own.isEmpty() ? boards.stream().filter(each -> each.driver().equals(board.driver()))
                .map(SliceBoard::model).filter(model -> !model.isEmpty()).distinct().toList() : List.<String>of();
        return others.size() == 1 ? others.getFirst() : own;
    }

    /** Returns what a pod claims of these boards, by class of devices; nothing of what an extended resource stands for. */
    public Map<String, Long> requests(PodFacts pod) {
        var requests = new TreeMap<String, Long>();
        claims().stream().filter(claim -> !claim.extended() && claim.namespace().equals(pod.namespace())
                && claim.pods().contains(pod.key()))
                .forEach(claim -> claim.held().forEach(held -> requests.merge(classOf(claim, held), 1L, Long::sum)));
        return requests;
    }

    private static String classOf(ResourceClaim claim, AllocatedDevice held) {
        return claim.requests().stream().flatMap(request -> request.options().stream())
                .filter(option -> option.name().equals(held.request())).map(DeviceSubRequest::deviceClass).findFirst()
                .orElse(held.driver());
    }

    /** Whether a claim holds a board that a device plugin could offer by a resource. */
    boolean holds(String resource) {
        return boards.stream().anyMatch(board -> board.held() && board.driver().offers(resource));
    }

    public boolean isEmpty() {
        return boards.isEmpty();
    }
}
