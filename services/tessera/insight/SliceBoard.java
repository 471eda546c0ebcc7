package tessera.insight;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.dra.DeviceLedger.DeviceStatus;
import tessera.dra.DeviceLedger.LedgerEntry;
import tessera.dra.DeviceLedger.UnpublishedDevice;
import tessera.model.ClaimConsumer;
import tessera.model.DeviceTaint;
import tessera.model.PodFacts;
import tessera.model.ResourceClaim;
import tessera.model.SliceDevice;

/**
 * A physical GPU that a driver of dynamic resource allocation publishes: as a whole, as its partitions, or as both.
 *
 * @param devices  all that are this board, or a part of it
 * @param lost     what claims have of it and no slice names any more
 */
public record SliceBoard(GpuDriver driver, List<LedgerEntry> devices, List<UnpublishedDevice> lost) {

    private static final String SHARES = "shares";
    private static final String MEMORY_SLICE = "memorySlice";

    public SliceBoard {
        devices = List.copyOf(devices);
        lost = List.copyOf(lost);
    }

    /** Returns its name: that of the whole board where that is published. */
    public String name() {
        return devices.stream().filter(each -> driver.wholeBoard(each.device().device())).findFirst()
                .or(() -> devices.stream().findFirst())
                .map(each -> driver.board(each.device().name()).orElse(each.device().name()))
                .orElseGet(() -> lost.getFirst().device().device());
    }

    int number() {
        return GpuDriver.number(name());
    }

    String uuid() {
        return devices.stream().map(LedgerEntry::device)
                .filter(each -> driver.whole().contains(each.device().text("type")))
                .map(each -> driver.uuid(each.device())).filter(text -> !text.isEmpty()).findFirst()
                .or(() -> devices.stream().map(each -> each.device().device().text("parentUUID"))
                        .filter(text -> !text.isEmpty()).findFirst())
                .orElse("");
    }

    /**
     * Whether it is the GPU of a number on its node, or of an identity, which tells more.
     *
     * @param index negative where that is not known
     * @param uuid  empty where that is not known
     */
    boolean is(int index, String uuid) {
        var own = uuid();
        boolean named = !own.isEmpty() && !uuid.isEmpty();
        return named ? own.equals(uuid) : index >= 0 && index == number();
    }

    String model() {
        return text(devices.stream().map(each -> driver.model(each.device().device())));
    }

    String version() {
        return text(devices.stream().map(each -> driver.version(each.device().device())));
    }

    String cuda() {
        return text(devices.stream().map(each -> driver.cuda(each.device().device())));
    }

    private static String text(Stream<String> texts) {
        return texts.filter(text -> !text.isEmpty()).findFirst().orElse("");
    }

    /** Whether partitions are published that could be, of which the scheduler picks some that do not overlap. */
    private boolean dynamic() {
        return devices.stream().anyMatch(each -> !each.device().device().counters().isEmpty());
    }

    /** Returns the partitions that exist: all that are published, or where these only could be, those that are taken. */
    public List<LedgerEntry> parts() {
        return devices.stream().filter(each -> driver.part(each.device().device()))
                .filter(each -> !dynamic() || each.used()).toList();
    }

    /** Returns the memory slices that a partition occupies, as its driver tells; none where it does not. */
    static SortedSet<Integer> memorySlices(SliceDevice device) {
        return device.capacity().keySet().stream().filter(name -> name.startsWith(MEMORY_SLICE))
                .map(name -> name.substring(MEMORY_SLICE.length())).map(GpuNodes::number)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the devices that are the whole board. */
    List<LedgerEntry> whole() {
        return devices.stream().filter(each -> driver.wholeBoard(each.device().device())).toList();
    }

    boolean wholeHeld() {
        return whole().stream().anyMatch(LedgerEntry::used)
                || lost.stream().anyMatch(each -> driver.board(each.device().device())
                        .filter(each.device().device()::equals).isPresent());
    }

    GpuGroup.GroupForm form() {
        if (whole().stream().anyMatch(each -> each.device().device().shareable())) {
            return GpuGroup.GroupForm.SHARED;
        }
        if (wholeHeld() || parts().isEmpty()) {
            return GpuGroup.GroupForm.WHOLE;
        }
        return driver.vendor().equals("NVIDIA") ? GpuGroup.GroupForm.MIG : GpuGroup.GroupForm.SHARED;
    }

    /** Returns how many claims may share it. */
    int shares() {
        if (!parts().isEmpty()) {
            return parts().size();
        }
        long told = whole().stream().flatMap(each -> each.device().device().capacity().entrySet().stream())
                .filter(each -> each.getKey().equals(SHARES)).mapToLong(each -> each.getValue().amount()).max()
                .orElse(0);
        return Math.clamp(told > 0 ? told : sharing() + 1L, 2, 1024);
    }

    /** Returns how many shares of it are taken. */
    int sharing() {
        return parts().isEmpty() ? (int) claims().stream().mapToLong(this::sharesOf).sum()
                : (int) parts().stream().filter(LedgerEntry::used).count();
    }

    /** Returns how many shares of it a claim has. */
    long sharesOf(ResourceClaim claim) {
        return claim.held().filter(held -> whole().stream()
                .anyMatch(each -> each.device().key().equals(held.deviceKey()))).count();
    }

    public boolean held() {
        return !lost.isEmpty() || devices.stream().anyMatch(LedgerEntry::used);
    }

    /** Whether nobody holds it, and nobody can have it: as a passthrough twin of the board alone it is no GPU of containers. */
    public boolean withheld() {
        var plain = devices.stream().filter(each -> !driver.hidden().contains(each.device().device().text("type")))
                .toList();
        return !held()
                && (plain.isEmpty() ? devices : plain).stream().noneMatch(each -> each.state() == DeviceStatus.FREE);
    }

    /** Whether it is withheld by taints of administrators alone. */
    public boolean closedOnPurpose() {
        return withheld() && taintedOnPurpose();
    }

    /** Whether administrators alone tainted it. */
    public boolean taintedOnPurpose() {
        return !taints().isEmpty() && taints().stream().allMatch(driver::foreign);
    }

    /** Returns the taints that keep it, or a part of it, from claims. */
    public List<DeviceTaint> taints() {
        return devices.stream().flatMap(each -> each.device().device().taints().stream()).filter(DeviceTaint::repels)
                .distinct().toList();
    }

    /** Returns the claims that have it, or a part of it. */
    public Set<ResourceClaim> claims() {
        return Stream.concat(devices.stream().flatMap(each -> each.claims().stream()), lost.stream()
                .map(UnpublishedDevice::claim)).collect(Collectors.toSet());
    }

    /** Returns those of some pods for which claims are reserved and that have not ended. */
    static List<PodFacts> users(Collection<ResourceClaim> claims, Collection<PodFacts> pods) {
        var users = claims.stream().flatMap(claim -> claim.consumers().stream().filter(ClaimConsumer::pod)
                .map(user -> claim.namespace() + "/" + user.name() + "/" + user.uid())).collect(Collectors.toSet());
        return pods.stream().filter(pod -> pod.holdsResources() && users.contains(pod.key() + "/" + pod.uid()))
                .toList();
    }

    /** Returns the pods that use some of these claims, with their namespaces. */
    static Set<String> pods(Collection<ResourceClaim> claims) {
        return claims.stream().flatMap(claim -> claim.pods().stream()).collect(Collectors.toCollection(TreeSet::new));
    }
}
