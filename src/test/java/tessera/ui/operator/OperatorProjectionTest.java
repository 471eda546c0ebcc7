package tessera.ui.operator;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tessera.insight.Sample;
import tessera.model.Problem;
import tessera.stack.Scene;
import tessera.stack.StackAnswer;
import tessera.stack.StackComponent;
import tessera.stack.StackObjects;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.TableSort;
import tessera.ui.operator.OperatorQuery.LinkChoice;

import static org.assertj.core.api.Assertions.assertThat;

/** What the Operator screen says of the stack, and of not being able to see it. */
class OperatorProjectionTest {

    private static final Problem FORBIDDEN = Problem.of(Problem.ProblemKind.FORBIDDEN, "You may not list Secrets");

    private static OperatorState state(Scene scene, StackSighting sighting, String filter, LinkChoice choice) {
        return new OperatorProjection().project(scene.fleet(),
                new OperatorQuery(sighting, filter, TableSort.NONE, choice, Sample.NOW));
    }

    private static OperatorState state(Scene scene) {
        return state(scene, StackSighting.NOTHING.withObjects(scene.objects()), "", LinkChoice.FIRST);
    }

    private static ScreenNotice notice(OperatorState state) {
        return state.notice().orElseThrow();
    }

    @Test
    void whatIsStillBeingReadOrCouldNotBeReadIsSaid() {
        var scene = new Scene();
        assertThat(notice(state(scene, StackSighting.NOTHING, "", LinkChoice.FIRST)).kind())
                .isEqualTo(ScreenNotice.NoticeKind.LOADING);
        assertThat(notice(state(scene, StackSighting.NOTHING.withProblem(FORBIDDEN), "", LinkChoice.FIRST)).kind())
                .isEqualTo(ScreenNotice.NoticeKind.FORBIDDEN);
    }

    @Test
    void aClusterWithoutTheOperatorIsToldFromOneThatMayNotBeSeen() {
        var bare = new Scene().offers(0, 0);
        for (var component : StackComponent.values()) {
            bare.undeployed(component);
        }
        var nothing = new StackObjects(new StackAnswer.ReceivedAnswer<>(Optional.empty()),
                new StackAnswer.ReceivedAnswer<>(List.of()),
                new StackAnswer.ReceivedAnswer<>(List.of()), new StackAnswer.ReceivedAnswer<>(Optional.empty()));
        var state = state(bare, StackSighting.NOTHING.withObjects(nothing), "", LinkChoice.FIRST);
        assertThat(notice(state).title()).isEqualTo("The GPU operator is not installed");

        var hidden = new StackObjects(new StackAnswer.MissingAnswer<>(FORBIDDEN),
                new StackAnswer.MissingAnswer<>(FORBIDDEN),
                new StackAnswer.MissingAnswer<>(FORBIDDEN), new StackAnswer.MissingAnswer<>(FORBIDDEN));
        assertThat(notice(state(bare, StackSighting.NOTHING.withObjects(hidden), "", LinkChoice.FIRST)).kind())
                .isEqualTo(ScreenNotice.NoticeKind.FORBIDDEN);
    }

    @Test
    void whereAnotherPluginOffersGpusTheOperatorsPolicyIsNotSpokenOf() {
        var scene = new Scene();
        for (var component : StackComponent.values()) {
            if (component != StackComponent.PLUGIN) {
                scene.without(component);
            }
        }
        var nothing = new StackObjects(new StackAnswer.ReceivedAnswer<>(Optional.empty()),
                new StackAnswer.ReceivedAnswer<>(List.of()),
                new StackAnswer.ReceivedAnswer<>(List.of()), new StackAnswer.ReceivedAnswer<>(Optional.empty()));
        var cards = state(scene, StackSighting.NOTHING.withObjects(nothing), "", LinkChoice.FIRST).cards();
        assertThat(cards).extracting(OperatorState.StackCard::title).containsExactly("Device plugins", "Coverage");
        assertThat(cards.getFirst().facts().getFirst())
                .isEqualTo(new OperatorState.StackFact("1 node", "gpu-operator/plugin-x"));
        assertThat(state(new Scene()).cards()).extracting(OperatorState.StackCard::title).anyMatch(
                title -> title.startsWith("ClusterPolicy"));
    }

    @Test
    void theFirstBrokenLinkIsLookedAtUntilSomebodyChoosesAnother() {
        var scene = new Scene().pod(StackComponent.TOOLKIT, "CrashLoopBackOff");
        var first = state(scene).detail().orElseThrow();
        assertThat(first.chain().name()).isEqualTo("n1");
        assertThat(first.component()).isEqualTo(StackComponent.TOOLKIT);

        var sighting = StackSighting.NOTHING.withObjects(scene.objects());
        var other = state(scene, sighting, "", new LinkChoice("n1", Optional.of(StackComponent.PLUGIN), true));
        assertThat(other.detail().orElseThrow().component()).isEqualTo(StackComponent.PLUGIN);
        assertThat(state(scene, sighting, "", new LinkChoice("", Optional.empty(), false)).detail()).isEmpty();
        assertThat(state(new Scene()).detail()).as("nothing is broken").isEmpty();
    }

    @Test
    void aReleaseThatMayNotBeReadDoesNotHideTheRest() {
        var scene = new Scene();
        var objects = new StackObjects(new StackAnswer.MissingAnswer<>(FORBIDDEN), scene.objects().policies(),
                scene.objects().operandSets(), scene.objects().operator());
        var state = state(scene, StackSighting.NOTHING.withObjects(objects), "", LinkChoice.FIRST);
        assertThat(state.cards().getFirst().facts().getFirst().value()).isEqualTo("You may not list Secrets");
        assertThat(state.rows()).hasSize(1);
    }

    @Test
    void anOldReadingSaysThatItIsOld() {
        var scene = new Scene();
        var lost = StackSighting.NOTHING.withObjects(scene.objects())
                .withProblem(Problem.of(Problem.ProblemKind.TIMEOUT, "No answer in time"));
        assertThat(state(scene, lost, "", LinkChoice.FIRST).sums()).contains("not current: No answer in time");
    }

    @Test
    void theMatrixCanBeNarrowedToWhatIsBroken() {
        var scene = new Scene().pod(StackComponent.DRIVER, "CrashLoopBackOff");
        var sighting = StackSighting.NOTHING.withObjects(scene.objects());
        assertThat(state(scene, sighting, "broken at:driver", LinkChoice.FIRST).rows()).hasSize(1);
        assertThat(state(scene, sighting, "at:toolkit", LinkChoice.FIRST).rows()).isEmpty();
    }
}
