package tessera.ui.operator;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tessera.insight.Sample;
import tessera.model.Problem;
import tessera.stack.Component;
import tessera.stack.Scene;
import tessera.stack.StackObjects;
import tessera.stack.Told;
import tessera.ui.kit.Notice;
import tessera.ui.kit.Sort;
import tessera.ui.operator.OperatorQuery.Choice;

import static org.assertj.core.api.Assertions.assertThat;

/** What the Operator screen says of the stack, and of not being able to see it. */
class OperatorProjectionTest {

    private static final Problem FORBIDDEN = Problem.of(Problem.Kind.FORBIDDEN, "You may not list Secrets");

    private static OperatorState state(Scene scene, StackSighting sighting, String filter, Choice choice) {
        return new OperatorProjection().state(scene.fleet(),
                new OperatorQuery(sighting, filter, Sort.NONE, choice, Sample.NOW));
    }

    private static OperatorState state(Scene scene) {
        return state(scene, StackSighting.NOTHING.with(scene.objects()), "", Choice.FIRST);
    }

    private static Notice notice(OperatorState state) {
        return state.notice().orElseThrow();
    }

    @Test
    void whatIsStillBeingReadOrCouldNotBeReadIsSaid() {
        var scene = new Scene();
        assertThat(notice(state(scene, StackSighting.NOTHING, "", Choice.FIRST)).kind())
                .isEqualTo(Notice.Kind.LOADING);
        assertThat(notice(state(scene, StackSighting.NOTHING.without(FORBIDDEN), "", Choice.FIRST)).kind())
                .isEqualTo(Notice.Kind.FORBIDDEN);
    }

    @Test
    void aClusterWithoutTheOperatorIsToldFromOneThatMayNotBeSeen() {
        var bare = new Scene().offers(0, 0);
        for (var component : Component.values()) {
            bare.undeployed(component);
        }
        var nothing = new StackObjects(new Told.Here<>(Optional.empty()), new Told.Here<>(List.of()),
                new Told.Here<>(List.of()), new Told.Here<>(Optional.empty()));
        var state = state(bare, StackSighting.NOTHING.with(nothing), "", Choice.FIRST);
        assertThat(notice(state).title()).isEqualTo("The GPU operator is not installed");

        var hidden = new StackObjects(new Told.Withheld<>(FORBIDDEN), new Told.Withheld<>(FORBIDDEN),
                new Told.Withheld<>(FORBIDDEN), new Told.Withheld<>(FORBIDDEN));
        assertThat(notice(state(bare, StackSighting.NOTHING.with(hidden), "", Choice.FIRST)).kind())
                .isEqualTo(Notice.Kind.FORBIDDEN);
    }

    @Test
    void theFirstBrokenLinkIsLookedAtUntilSomebodyChoosesAnother() {
        var scene = new Scene().pod(Component.TOOLKIT, "CrashLoopBackOff");
        var first = state(scene).detail().orElseThrow();
        assertThat(first.chain().name()).isEqualTo("n1");
        assertThat(first.component()).isEqualTo(Component.TOOLKIT);

        var sighting = StackSighting.NOTHING.with(scene.objects());
        var other = state(scene, sighting, "", new Choice("n1", Optional.of(Component.PLUGIN), true));
        assertThat(other.detail().orElseThrow().component()).isEqualTo(Component.PLUGIN);
        assertThat(state(scene, sighting, "", new Choice("", Optional.empty(), false)).detail()).isEmpty();
        assertThat(state(new Scene()).detail()).as("nothing is broken").isEmpty();
    }

    @Test
    void aReleaseThatMayNotBeReadDoesNotHideTheRest() {
        var scene = new Scene();
        var objects = new StackObjects(new Told.Withheld<>(FORBIDDEN), scene.objects().policies(),
                scene.objects().sets(), scene.objects().operator());
        var state = state(scene, StackSighting.NOTHING.with(objects), "", Choice.FIRST);
        assertThat(state.cards().getFirst().facts().getFirst().value()).isEqualTo("You may not list Secrets");
        assertThat(state.rows()).hasSize(1);
    }

    @Test
    void anOldReadingSaysThatItIsOld() {
        var scene = new Scene();
        var lost = StackSighting.NOTHING.with(scene.objects())
                .without(Problem.of(Problem.Kind.TIMEOUT, "No answer in time"));
        assertThat(state(scene, lost, "", Choice.FIRST).sums()).contains("not current: No answer in time");
    }

    @Test
    void theMatrixCanBeNarrowedToWhatIsBroken() {
        var scene = new Scene().pod(Component.DRIVER, "CrashLoopBackOff");
        var sighting = StackSighting.NOTHING.with(scene.objects());
        assertThat(state(scene, sighting, "broken at:driver", Choice.FIRST).rows()).hasSize(1);
        assertThat(state(scene, sighting, "at:toolkit", Choice.FIRST).rows()).isEmpty();
    }
}
